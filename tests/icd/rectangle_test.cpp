// SPDX-License-Identifier: Apache-2.0
#include "icd/base/rectangle.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <set>

using namespace quadcl::icd;

namespace {

std::set<std::size_t> bytes_of(const Rectangle& rectangle) {
  std::set<std::size_t> bytes;
  for (std::size_t slice = 0; slice < rectangle.region[2]; ++slice)
    for (std::size_t row = 0; row < rectangle.region[1]; ++row)
      for (std::size_t x = 0; x < rectangle.region[0]; ++x)
        bytes.insert(rectangle.row_offset(row, slice) + x);
  return bytes;
}

bool have_common_byte(const Rectangle& a, const Rectangle& b) {
  const auto in_a = bytes_of(a);
  for (const std::size_t byte : bytes_of(b))
    if (in_a.count(byte) != 0) return true;
  return false;
}

cl_int error_of(const Triple& origin, const Triple& region, std::size_t row_pitch, std::size_t slice_pitch) {
  return Rectangle::from(origin.data(), region.data(), row_pitch, slice_pitch).error();
}

}  // namespace

TEST_CASE("Rectangle: two boxes overlap exactly if they have a byte in common") {
  std::mt19937 random(1);
  const auto up_to = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  int overlapping = 0;
  for (int i = 0; i < 20000; ++i) {
    const Triple region{1 + up_to(4), 1 + up_to(3), 1 + up_to(3)};
    const Triple smaller{1 + up_to(region[0] - 1), 1 + up_to(region[1] - 1), 1 + up_to(region[2] - 1)};
    const std::size_t row_pitch = region[0] + up_to(4);
    const std::size_t slice_pitch = row_pitch * (region[1] + up_to(3));
    const Triple origin_a{up_to(9), up_to(5), up_to(4)};
    const Triple origin_b{up_to(9), up_to(5), up_to(4)};
    auto a = Rectangle::from(origin_a.data(), region.data(), row_pitch, slice_pitch);
    auto b = Rectangle::from(origin_b.data(), smaller.data(), row_pitch, slice_pitch);
    REQUIRE((a.ok() && b.ok()));
    const bool expected = have_common_byte(a.value(), b.value());
    overlapping += expected ? 1 : 0;
    INFO("offsets " << a.value().offset << " and " << b.value().offset << ", region " << region[0] << ' '
                    << region[1] << ' ' << region[2] << ", pitches " << row_pitch << ' ' << slice_pitch);
    REQUIRE(overlap(a.value(), b.value()) == expected);
    REQUIRE(overlap(b.value(), a.value()) == expected);
  }
  CHECK((overlapping > 2000 && overlapping < 18000));
}

TEST_CASE("Rectangle: a row overlaps a box of any pitches exactly if they have a byte in common") {
  const auto box = Rectangle::from(Triple{4, 0, 0}.data(), Triple{2, 3, 2}.data(), 10, 50).value();
  for (std::size_t start = 0; start < 90; ++start) {
    for (const std::size_t size : {1, 7, 8, 9, 25, 60}) {
      const Rectangle row = Rectangle::row(start, size);
      INFO(size << " bytes from " << start);
      REQUIRE(overlap(row, box) == have_common_byte(row, box));
      REQUIRE(overlap(box, row) == have_common_byte(row, box));
    }
  }
}

TEST_CASE("Rectangle: its end is just after its last byte") {
  const Triple origin{3, 2, 1};
  const Triple region{5, 4, 2};
  auto rectangle = Rectangle::from(origin.data(), region.data(), 8, 40);
  REQUIRE(rectangle.ok());
  CHECK(*bytes_of(rectangle.value()).begin() == rectangle.value().offset);
  CHECK(*bytes_of(rectangle.value()).rbegin() + 1 == rectangle.value().end);
}

TEST_CASE("Rectangle: sizes that no address can hold are errors, not small numbers") {
  constexpr std::size_t huge = SIZE_MAX / 2;
  CHECK(error_of({0, 0, 0}, {1, 3, 1}, huge, 0) == CL_INVALID_VALUE);
  CHECK(error_of({0, 0, 3}, {1, 1, 1}, 0, huge) == CL_INVALID_VALUE);
  CHECK(error_of({0, 3, 0}, {1, 1, 1}, huge, 0) == CL_INVALID_VALUE);
  CHECK(error_of({SIZE_MAX, 0, 0}, {1, 1, 1}, 0, 0) == CL_INVALID_VALUE);
  CHECK(error_of({0, 0, 0}, {1, 1, SIZE_MAX}, 2, 2) == CL_INVALID_VALUE);
}
