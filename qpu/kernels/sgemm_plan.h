// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/options.h"
#include "core/sgemm_launch.h"
#include "core/units.h"
#include "qpu/kernels/uniform_stream.h"

namespace quadcl::qpu {

constexpr std::uint32_t kTileRows = 16;     ///< one row of C for each element of a register
constexpr std::uint32_t kTileColumns = 64;  ///< one column of C for each general register

/// Division of a grid of tiles over QPUs into P x R parts, P * R <= `qpus`. The rules, in order: the largest
/// part has the fewest tiles (all QPUs wait for the slowest); a step over k needs the fewest different words,
/// 16 P of A and 64 R of B (QPUs that work on the same strip share its lines in the caches); there are the
/// fewest row parts.
SgemmSplit choose_split(std::uint64_t tile_rows, std::uint64_t tile_columns, unsigned qpus);

/// Part `index` of `parts` nearly equal parts of [0, size): sizes differ by one at most.
IndexRange part_of(std::uint64_t size, std::uint64_t parts, std::uint64_t index);

/// op(A) or op(B) as the micro-kernel reads it.
struct OperandWalk {
  BusAddress start;             ///< of the element of the tile's first row (A) or column (B) at k = 0
  std::uint32_t k_step = 0;     ///< bytes from one k to the next
  std::uint32_t lane_step = 0;  ///< A only: bytes from one row to the next
};

/// A tile of C and its operands.
struct SgemmTile {
  OperandWalk a;
  OperandWalk b;
  BusAddress c;
  std::uint32_t rows = 0;     ///< 1 to kTileRows
  std::uint32_t columns = 0;  ///< 1 to kTileColumns
};

/// Values that all tiles of a launch share.
struct SgemmScalars {
  std::uint32_t k = 2;  ///< steps, at least 2
  float alpha = 1;
  float beta = 0;              ///< C is not read if it is 0
  bool starts_from_c = false;  ///< the sums start from beta * C; otherwise it is added at the end
  std::uint64_t c_pitch_bytes = 0;
};

/// Appends the uniforms of one tile, in the order that sgemm.qasm reads them.
void append_tile(UniformStream& stream, const SgemmTile& tile, const SgemmScalars& scalars);

/// Appends the end of a QPU's work. The first QPU waits for `wait_for` QPUs, including itself; for the others
/// `wait_for` is 0.
void append_end(UniformStream& stream, std::uint32_t wait_for);

}  // namespace quadcl::qpu
