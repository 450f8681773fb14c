// SPDX-License-Identifier: Apache-2.0
#include "icd/api/rectangle.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <initializer_list>

#include "icd/base/copy.h"

namespace quadcl::icd {
namespace {

/// A size that remembers whether a sum or product overflowed.
class Exact {
 public:
  Exact(std::size_t value) : value_(value) {}

  Exact operator+(const Exact& other) const {
    Exact sum(0);
    sum.overflow_ = __builtin_add_overflow(value_, other.value_, &sum.value_) || overflow_ || other.overflow_;
    return sum;
  }
  Exact operator*(const Exact& other) const {
    Exact product(0);
    product.overflow_ =
        __builtin_mul_overflow(value_, other.value_, &product.value_) || overflow_ || other.overflow_;
    return product;
  }

  bool overflow() const { return overflow_; }
  std::size_t value() const { return value_; }

 private:
  std::size_t value_;
  bool overflow_ = false;
};

/// The signed distance of two starts.
std::ptrdiff_t distance(std::size_t from, std::size_t to) {
  return static_cast<std::ptrdiff_t>(to) - static_cast<std::ptrdiff_t>(from);
}

/// True if `start + step * pitch` is nearer to 0 than `width`, for a step of at most `most` in either
/// direction.
bool comes_near_zero(std::ptrdiff_t start, std::ptrdiff_t pitch, std::ptrdiff_t most, std::ptrdiff_t width) {
  const std::ptrdiff_t nearest = -start / pitch;
  for (const std::ptrdiff_t step : {nearest - 1, nearest, nearest + 1}) {
    const std::ptrdiff_t rest = start + std::clamp(step, -most, most) * pitch;
    if (-width < rest && rest < width) return true;
  }
  return false;
}

}  // namespace

Outcome<Rectangle> Rectangle::from(const std::size_t* origin, const std::size_t* region,
                                   std::size_t row_pitch, std::size_t slice_pitch) {
  if (origin == nullptr || region == nullptr) return CL_INVALID_VALUE;
  if (region[0] == 0 || region[1] == 0 || region[2] == 0) return CL_INVALID_VALUE;
  if (row_pitch == 0) row_pitch = region[0];
  if (row_pitch < region[0]) return CL_INVALID_VALUE;
  const Exact slice = Exact(region[1]) * row_pitch;
  if (slice.overflow()) return CL_INVALID_VALUE;
  if (slice_pitch == 0) slice_pitch = slice.value();
  if (slice_pitch < slice.value() || slice_pitch % row_pitch != 0) return CL_INVALID_VALUE;

  const Exact offset = Exact(origin[2]) * slice_pitch + Exact(origin[1]) * row_pitch + origin[0];
  const Exact end =
      offset + Exact(region[2] - 1) * slice_pitch + Exact(region[1] - 1) * row_pitch + region[0];
  if (end.overflow()) return CL_INVALID_VALUE;
  return Rectangle{offset.value(), {region[0], region[1], region[2]}, row_pitch, slice_pitch, end.value()};
}

void copy_rectangle(const std::byte* source, const Rectangle& from, std::byte* target, const Rectangle& to) {
  const auto copy_rows = [&](std::size_t first, std::size_t end) {
    for (; first < end; ++first) {
      const std::size_t row = first % from.region[1];
      const std::size_t slice = first / from.region[1];
      std::memmove(target + to.row_offset(row, slice), source + from.row_offset(row, slice), from.region[0]);
    }
  };
  in_parts(from.region[1] * from.region[2], from.region[0], std::cref(copy_rows));
}

bool overlap(const Rectangle& a, const Rectangle& b) {
  // Two rows overlap if the distance of their starts is less than the length of a row. The distance is
  // `between` plus a number of slices and rows. The rows of a slice fit into a slice pitch, so only the
  // nearest slices count.
  const auto row = static_cast<std::ptrdiff_t>(a.row_pitch);
  const auto slice = static_cast<std::ptrdiff_t>(a.slice_pitch);
  const auto width = static_cast<std::ptrdiff_t>(a.region[0]);
  const auto most_rows = static_cast<std::ptrdiff_t>(a.region[1]) - 1;
  const auto most_slices = static_cast<std::ptrdiff_t>(a.region[2]) - 1;
  const std::ptrdiff_t between = distance(a.offset, b.offset);
  const std::ptrdiff_t nearest = -between / slice;
  for (const std::ptrdiff_t step : {nearest - 1, nearest, nearest + 1}) {
    const std::ptrdiff_t start = between + std::clamp(step, -most_slices, most_slices) * slice;
    if (comes_near_zero(start, row, most_rows, width)) return true;
  }
  return false;
}

}  // namespace quadcl::icd
