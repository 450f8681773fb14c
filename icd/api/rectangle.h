// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "icd/base/opencl.h"
#include "icd/base/outcome.h"

namespace quadcl::icd {

using Triple = std::array<std::size_t, 3>;

/// A box of bytes in linear memory: its start, and the pitches of its rows and slices. Extents are in bytes,
/// rows, slices.
struct Rectangle {
  std::size_t offset = 0;  ///< of the first byte
  Triple region{};         ///< no element is 0
  std::size_t row_pitch = 0;
  std::size_t slice_pitch = 0;
  std::size_t end = 0;  ///< the byte after the last one

  /// The rules for origin, region and pitches of the *Rect functions, with their defaults for pitches of 0.
  /// CL_INVALID_VALUE if one is broken, or no memory could hold the box.
  static Outcome<Rectangle> from(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch,
                                 std::size_t slice_pitch);

  std::size_t row_offset(std::size_t row, std::size_t slice) const {
    return offset + slice * slice_pitch + row * row_pitch;
  }
};

/// Copies a box of bytes to a box of the same extents.
void copy_rectangle(const std::byte* source, const Rectangle& from, std::byte* target, const Rectangle& to);

/// True if two boxes with the same extents and pitches, in memory that starts at the same address, have a
/// byte in common.
bool overlap(const Rectangle& a, const Rectangle& b);

}  // namespace quadcl::icd
