// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "tools/replay/compare.h"

namespace {

using namespace replay;

template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

const float kNan = std::nanf(""), kInfinity = HUGE_VALF;

TEST_CASE("compare: floats may differ by a part of the largest that was written") {
  const Bytes before = bytes_of<float>({0, 0, 1e30f});  // the last is garbage that the kernel leaves alone
  const Bytes one = bytes_of<float>({100, 1, 1e30f});
  const Difference close = compare(before, one, bytes_of<float>({100, 1.005f, 1e30f}), "float", 1e-4);
  CHECK(close.elements == 0);
  CHECK(close.largest == Approx(5e-5).epsilon(1e-3));
  const Difference far = compare(before, one, bytes_of<float>({100, 1.5f, 1e30f}), "float4", 1e-4);
  CHECK(far.elements == 1);
  CHECK(far.first == "element 1 is 1 and 1.5");
}

TEST_CASE("compare: NaN is equal to NaN only, an infinity to itself only") {
  const Bytes before = bytes_of<float>({0, 0});
  const Bytes one = bytes_of<float>({kNan, kInfinity});
  Bytes other_nan = one;
  other_nan[0] ^= 1;
  CHECK(compare(before, one, other_nan, "float", 1e-4).elements == 0);
  CHECK(compare(before, one, bytes_of<float>({1, kInfinity}), "float", 1e-4).elements == 1);
  CHECK(compare(before, one, bytes_of<float>({kNan, -kInfinity}), "float", 1e-4).elements == 1);
}

TEST_CASE("compare: integers must be equal") {
  const Bytes before = bytes_of<int>({0, 0}), one = bytes_of<int>({1000000, 7});
  const Difference found = compare(before, one, bytes_of<int>({1000000, 8}), "int", 1e-4);
  CHECK(found.elements == 1);
  CHECK(found.first == "element 1 is 7 and 8");
}

TEST_CASE("compare: doubles and halves have their own width") {
  const Bytes zeros = bytes_of<double>({0, 0});
  CHECK(
      compare(zeros, bytes_of<double>({1, 2}), bytes_of<double>({1 + 1e-12, 2}), "double2", 1e-9).elements ==
      0);
  CHECK(compare(zeros, bytes_of<double>({1, 2}), bytes_of<double>({1.1, 2}), "double", 1e-9).elements == 1);
  const Bytes none = bytes_of<std::uint16_t>({0, 0}), one = bytes_of<std::uint16_t>({0x3c00, 0x4000});
  const Difference half = compare(none, one, bytes_of<std::uint16_t>({0x3c01, 0x4000}), "half", 1e-2);
  CHECK(half.elements == 0);
  CHECK(half.largest == Approx(std::ldexp(1, -11)));  // 2^-10 beside 2
}

TEST_CASE("compare: an unknown type counts as floats or doubles, but not small integers as floats") {
  const Bytes before = bytes_of<float>({0, 0, 0, 0});
  CHECK(compare(before, bytes_of<float>({1, 2, 3, 4}), bytes_of<float>({1, 2, 3, 4.0001f}), "Particle", 1e-4)
            .elements == 0);
  CHECK(compare(before, bytes_of<int>({1, 2, 3, 4}), bytes_of<int>({1, 2, 3, 5}), "Node", 1e-4).elements ==
        1);
  CHECK(compare(before, bytes_of<double>({1, 2}), bytes_of<double>({1, 2 + 1e-9}), "real", 1e-4).elements ==
        0);
}

}  // namespace
