// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/builtin/launch_arguments.h"
#include "core/options.h"
#include "qpu/kernels/sgemm_tile.h"

namespace quadcl::qpu {

// The plan of sgemm.qasm.

constexpr std::uint32_t kUniformTileRows = 16;  ///< one row of C for each element of a register

/// Division of a grid of tiles over QPUs into P x R parts, P * R <= `qpus`. The rules, in order: the largest
/// part has the fewest tiles (all QPUs wait for the slowest); a step over k needs the fewest different words,
/// 16 P of A and 64 R of B (QPUs that work on the same strip share its lines in the caches); there are the
/// fewest row parts.
SgemmSplit choose_split(std::uint64_t tile_rows, std::uint64_t tile_columns, unsigned qpus);

/// Part `index` of `parts` nearly equal parts of [0, size): sizes differ by one at most.
IndexRange part_of(std::uint64_t size, std::uint64_t parts, std::uint64_t index);

/// The parts of a split, one for each QPU.
SgemmDeal deal_by_split(TileGrid grid, SgemmSplit split);

/// How long the program is expected to take for C of `rows` and `columns`, in instructions of a QPU
/// (sgemm_cost.h). A step over k waits for four lines of uniforms. The cache of a slice gives its QPUs a line
/// in the time of nine instructions.
std::uint64_t time_by_uniforms(IndexRange rows, IndexRange columns, std::uint32_t k, unsigned qpus);

/// Appends the uniforms of the tiles of one QPU, in the order that sgemm.qasm reads them. At the
/// end it waits as its role says.
void append_uniform_work(UniformStream& stream, std::span<const SgemmTile> tiles, const SgemmScalars& scalars,
                         const QpuRole& role);

}  // namespace quadcl::qpu
