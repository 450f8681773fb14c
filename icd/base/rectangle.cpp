// SPDX-License-Identifier: Apache-2.0
#include "icd/base/rectangle.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <initializer_list>

#include "icd/base/checked_size.h"
#include "icd/base/copy.h"

namespace quadcl::icd {
namespace {

/// Numbers from the first to the last.
struct Numbers {
  std::ptrdiff_t first, last;
};

/// True if `start + step * pitch` lies in `between`, which contains 0, for one of the steps.
bool reaches(std::ptrdiff_t start, std::ptrdiff_t pitch, Numbers steps, Numbers between) {
  const std::ptrdiff_t nearest = -start / pitch;
  for (const std::ptrdiff_t step : {nearest - 1, nearest, nearest + 1}) {
    const std::ptrdiff_t rest = start + std::clamp(step, steps.first, steps.last) * pitch;
    if (between.first <= rest && rest <= between.last) return true;
  }
  return false;
}

std::ptrdiff_t as_signed(std::size_t size) { return static_cast<std::ptrdiff_t>(size); }

}  // namespace

Outcome<Rectangle> Rectangle::from(const std::size_t* origin, const std::size_t* region,
                                   std::size_t row_pitch, std::size_t slice_pitch) {
  if (origin == nullptr || region == nullptr) return CL_INVALID_VALUE;
  if (region[0] == 0 || region[1] == 0 || region[2] == 0) return CL_INVALID_VALUE;
  if (row_pitch == 0) row_pitch = region[0];
  if (row_pitch < region[0]) return CL_INVALID_VALUE;
  const CheckedSize slice = CheckedSize(region[1]) * row_pitch;
  if (slice.overflow()) return CL_INVALID_VALUE;
  if (slice_pitch == 0) slice_pitch = slice.value();
  if (slice_pitch < slice.value() || slice_pitch % row_pitch != 0) return CL_INVALID_VALUE;

  const CheckedSize offset =
      CheckedSize(origin[2]) * slice_pitch + CheckedSize(origin[1]) * row_pitch + origin[0];
  if (offset.overflow()) return CL_INVALID_VALUE;
  return of(offset.value(), {region[0], region[1], region[2]}, row_pitch, slice_pitch);
}

Outcome<Rectangle> Rectangle::of(std::size_t offset, const Triple& region, std::size_t row_pitch,
                                 std::size_t slice_pitch) {
  const CheckedSize end = CheckedSize(offset) + CheckedSize(region[2] - 1) * slice_pitch +
                          CheckedSize(region[1] - 1) * row_pitch + region[0];
  if (end.overflow()) return CL_INVALID_VALUE;
  return Rectangle{offset, region, row_pitch, slice_pitch, end.value()};
}

Rectangle Rectangle::row(std::size_t offset, std::size_t size) {
  const std::size_t pitch = std::max<std::size_t>(size, 1);
  return {offset, {size, 1, 1}, pitch, pitch, offset + size};
}

Rectangle Rectangle::moved(std::size_t bytes) const {
  return {offset + bytes, region, row_pitch, slice_pitch, end + bytes};
}

void copy_rectangle(const std::byte* source, const Rectangle& from, std::byte* target, const Rectangle& to) {
  if (from.is_contiguous() && to.is_contiguous())
    return copy_bytes(target + to.offset, source + from.offset, from.end - from.offset);
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
  const bool same_pitches = a.row_pitch == b.row_pitch && a.slice_pitch == b.slice_pitch;
  if (!same_pitches && !a.is_row() && !b.is_row()) return a.offset < b.end && b.offset < a.end;
  // Two rows overlap if the distance of their starts is less than the length of the first one. The distance
  // is `start` plus a number of slices and rows. The rows of a slice fit into a slice pitch, so only the
  // nearest slices count.
  const Rectangle& pitches = a.is_row() ? b : a;
  const Numbers slices{1 - as_signed(a.region[2]), as_signed(b.region[2]) - 1};
  const Numbers rows{1 - as_signed(a.region[1]), as_signed(b.region[1]) - 1};
  const Numbers near{1 - as_signed(b.region[0]), as_signed(a.region[0]) - 1};
  const std::ptrdiff_t start = as_signed(b.offset) - as_signed(a.offset);
  const std::ptrdiff_t slice = as_signed(pitches.slice_pitch);
  const std::ptrdiff_t nearest = -start / slice;
  for (const std::ptrdiff_t step : {nearest - 1, nearest, nearest + 1}) {
    const std::ptrdiff_t in_slice = start + std::clamp(step, slices.first, slices.last) * slice;
    if (reaches(in_slice, as_signed(pitches.row_pitch), rows, near)) return true;
  }
  return false;
}

}  // namespace quadcl::icd
