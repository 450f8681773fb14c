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
  Triple region{};         ///< no element is 0, but for a range of no bytes
  std::size_t row_pitch = 0;
  std::size_t slice_pitch = 0;
  std::size_t end = 0;  ///< the byte after the last one

  /// The rules for origin, region and pitches of the *Rect functions, with their defaults for pitches of 0.
  /// CL_INVALID_VALUE if one is broken, or no memory could hold the box.
  static Outcome<Rectangle> from(const std::size_t* origin, const std::size_t* region, std::size_t row_pitch,
                                 std::size_t slice_pitch);
  /// CL_INVALID_VALUE if no memory could hold the box. Rows must fit into a row pitch, and slices into a
  /// slice pitch.
  static Outcome<Rectangle> of(std::size_t offset, const Triple& region, std::size_t row_pitch,
                               std::size_t slice_pitch);
  /// A range of bytes.
  static Rectangle row(std::size_t offset, std::size_t size);

  bool is_row() const { return region[1] == 1 && region[2] == 1; }
  /// True if it has all bytes from its first to its last one.
  bool is_contiguous() const { return end - offset == region[0] * region[1] * region[2]; }
  Rectangle moved(std::size_t bytes) const;

  std::size_t row_offset(std::size_t row, std::size_t slice) const {
    return offset + slice * slice_pitch + row * row_pitch;
  }
};

/// Copies a box of bytes to a box of the same extents.
void copy_rectangle(const std::byte* source, const Rectangle& from, std::byte* target, const Rectangle& to);

/// True if two boxes, in memory that starts at the same address, have a byte in common. If both have several
/// rows and their pitches differ, the spans from first to last byte are compared.
bool overlap(const Rectangle& a, const Rectangle& b);

}  // namespace quadcl::icd
