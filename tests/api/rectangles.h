// SPDX-License-Identifier: Apache-2.0
// A plain model of the rectangle commands (OpenCL 3.0 API, section 5.2.2), and shapes for their tests.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace api {

using Triple = std::array<std::size_t, 3>;

/// One side of a rectangle command: origin and pitches. A pitch of 0 means "as tight as the region".
struct RectangleSide {
  Triple origin{0, 0, 0};
  std::size_t row_pitch = 0;
  std::size_t slice_pitch = 0;

  std::size_t row(const Triple& region) const { return row_pitch != 0 ? row_pitch : region[0]; }
  std::size_t slice(const Triple& region) const {
    return slice_pitch != 0 ? slice_pitch : region[1] * row(region);
  }
  std::size_t at(const Triple& region, std::size_t x, std::size_t y, std::size_t z) const {
    return (origin[2] + z) * slice(region) + (origin[1] + y) * row(region) + origin[0] + x;
  }
};

inline void copy_rectangle(const std::vector<unsigned char>& from, const RectangleSide& from_side,
                           std::vector<unsigned char>& to, const RectangleSide& to_side,
                           const Triple& region) {
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y)
      for (std::size_t x = 0; x < region[0]; ++x)
        to.at(to_side.at(region, x, y, z)) = from.at(from_side.at(region, x, y, z));
}

/// A rectangle command that must succeed; 512 bytes hold both sides.
struct RectangleCase {
  RectangleSide first, second;
  Triple region;
};

inline const std::vector<RectangleCase> kRectangles{
    {{}, {}, {32, 1, 1}},
    {{}, {}, {8, 4, 2}},
    {{{3, 1, 0}, 16, 0}, {}, {5, 4, 1}},
    {{{3, 1, 1}, 16, 128}, {{1, 2, 0}, 9, 0}, {5, 4, 3}},
    {{{0, 0, 1}, 8, 64}, {{2, 0, 3}, 8, 40}, {4, 5, 6}},
    {{{7, 0, 0}, 0, 0}, {{0, 3, 0}, 0, 0}, {16, 2, 1}},
    {{{}, 10, 30}, {{}, 20, 60}, {10, 3, 4}},
    // The last row and slice need not have their full pitch: 1 byte at the very end of 512.
    {{{511, 0, 0}, 512, 0}, {{15, 31, 0}, 16, 0}, {1, 1, 1}},
};

/// Pitches and regions that are CL_INVALID_VALUE on either side.
struct BadRectangle {
  const char* rule;
  RectangleSide side;
  Triple region;
};

inline const std::vector<BadRectangle> kBadRectangles{
    {"a region element is 0 (width)", {}, {0, 1, 1}},
    {"a region element is 0 (height)", {}, {1, 0, 1}},
    {"a region element is 0 (depth)", {}, {1, 1, 0}},
    {"the row pitch is less than region[0]", {{}, 7, 0}, {8, 2, 1}},
    {"the slice pitch is less than region[1] rows", {{}, 8, 15}, {8, 2, 1}},
    {"the slice pitch is less than region[1] tight rows", {{}, 0, 8}, {8, 2, 1}},
    {"the slice pitch is not a multiple of the row pitch", {{}, 8, 20}, {8, 2, 1}},
    {"the slice pitch is not a multiple of the tight row pitch", {{}, 0, 20}, {8, 2, 1}},
};

/// Regions that leave a buffer of 512 bytes.
inline const std::vector<BadRectangle> kOutOfBounds{
    {"one row is too long", {}, {513, 1, 1}},
    {"one byte too far right", {{481, 0, 0}, 512, 0}, {32, 1, 1}},
    {"one row too far down", {{0, 15, 0}, 32, 0}, {32, 2, 1}},
    {"one slice too deep", {{0, 0, 3}, 32, 128}, {32, 4, 2}},
    {"origin alone is outside", {{0, 0, 4}, 32, 128}, {1, 1, 1}},
    {"the last slice is too short", {{0, 0, 0}, 32, 160}, {32, 4, 4}},
    {"sizes overflow", {{~std::size_t{0}, 0, 0}, 0, 0}, {2, 1, 1}},
    {"pitches overflow", {{0, 0, 2}, 1, ~(~std::size_t{0} >> 1)}, {1, 1, 1}},
};

}  // namespace api
