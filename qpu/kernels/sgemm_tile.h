// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/builtin/launch_arguments.h"
#include "core/bus_address.h"
#include "qpu/kernels/uniform_stream.h"

namespace quadcl::qpu {

constexpr std::uint32_t kTileColumns = 64;   ///< of C, in a tile of either program for sgemm
constexpr std::uint32_t kBlockColumns = 16;  ///< a tile's columns pass through the VPM in blocks

/// Blocks that have any of the columns.
constexpr std::uint32_t blocks_of(std::uint64_t columns) {
  return static_cast<std::uint32_t>((columns + kBlockColumns - 1) / kBlockColumns);
}

/// What a program for sgemm wants of its operands.
struct SgemmTiling {
  std::uint32_t rows = 0;     ///< of A in a strip
  std::uint32_t columns = 0;  ///< of B in a strip
  bool reads_past_n = false;  ///< 64 elements of each row of op(B), whatever the columns of the tile
};

/// Steps that a program does for a product over `k`: at least two. Missing steps are padded with zeros.
constexpr std::uint32_t padded_k(std::uint32_t k) { return std::max<std::uint32_t>(k, 2); }

/// Bytes of a packed strip of `width` rows of op(A) or columns of op(B), over `k` steps.
constexpr std::uint64_t panel_bytes(std::uint32_t k, std::uint32_t width) {
  return std::uint64_t{k} * width * sizeof(float);
}

/// op(A) or op(B) as a program walks it.
struct OperandWalk {
  BusAddress start;             ///< of the element of the tile's first row (A) or column (B) at k = 0
  std::uint32_t k_step = 0;     ///< bytes from one k to the next
  std::uint32_t lane_step = 0;  ///< A only: bytes from one row to the next
};

/// A tile of C and what it is computed from.
struct SgemmTile {
  OperandWalk a;
  OperandWalk b;
  BusAddress c;
  std::uint32_t rows = 0;     ///< 1 to the tile rows of the program
  std::uint32_t columns = 0;  ///< 1 to kTileColumns
};

/// What all tiles of a launch share.
struct SgemmScalars {
  std::uint32_t k = 2;  ///< steps, at least 2
  float alpha = 1;
  float beta = 0;              ///< C is not read if it is 0
  bool starts_from_c = false;  ///< the sums start from beta * C, which else is added at the end
  std::uint64_t c_pitch_bytes = 0;
  BusAddress code;  ///< of the kernels' machine code
};

/// What a QPU does beside its tiles.
struct QpuRole {
  unsigned qpu = 0;                ///< number in the deal
  unsigned together = 1;           ///< the size of its group
  std::size_t together_tiles = 0;  ///< tiles that its group begins together
  std::uint32_t wait_for = 0;      ///< QPUs to wait for at the end, itself included
};

/// Number of a tile's row and column of tiles.
struct TileIndex {
  std::uint64_t row = 0, column = 0;

  friend bool operator==(const TileIndex&, const TileIndex&) = default;
};

/// Rows or columns of tile `index` along one side of C.
inline std::uint32_t size_of_tile(IndexRange side, std::uint64_t index, std::uint32_t of_full_tiles) {
  const std::uint64_t left = side.size() - index * of_full_tiles;
  return left < of_full_tiles ? static_cast<std::uint32_t>(left) : of_full_tiles;
}

/// C as rows and columns of tiles. All tiles have `blocks` blocks of columns but those of the last column.
struct TileGrid {
  std::uint64_t rows = 0, columns = 0;
  std::uint32_t blocks = kTileColumns / kBlockColumns;
  std::uint32_t blocks_of_last_column = blocks;

  std::uint32_t blocks_of(std::uint64_t column) const {
    return column + 1 == columns ? blocks_of_last_column : blocks;
  }

  static TileGrid of(IndexRange rows, IndexRange columns, std::uint32_t tile_rows,
                     std::uint32_t tile_columns) {
    const std::uint64_t last = (columns.size() + tile_columns - 1) / tile_columns;
    return {(rows.size() + tile_rows - 1) / tile_rows, last, quadcl::qpu::blocks_of(tile_columns),
            quadcl::qpu::blocks_of(columns.size() - (last - 1) * tile_columns)};
  }
};

/// The tiles of each QPU, in the order in which it computes them; QPUs without tiles are left out.
using SgemmDeal = std::vector<std::vector<TileIndex>>;

/// QPUs beside each other that begin a tile at the same time, as long as each has one.
struct QpuGroup {
  std::size_t first = 0, size = 1;
  std::size_t tiles = 0;  ///< how many each of them has
};

/// The group of a QPU: one, two or four. Where the last ones are fewer, they are divided further.
inline QpuGroup group_of(const SgemmDeal& deal, std::size_t qpu, std::size_t size) {
  const std::size_t first = qpu - qpu % size;
  if (first + size > deal.size()) return group_of(deal, qpu, size / 2);
  QpuGroup group{first, size, deal[first].size()};
  for (std::size_t q = first; q < first + size; ++q) group.tiles = std::min(group.tiles, deal[q].size());
  return group;
}

}  // namespace quadcl::qpu
