// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "qpu/kernels/sgemm_tile.h"

namespace quadcl::qpu {

// The plan of sgemm_tmu.qasm.

constexpr std::uint32_t kTmuTileRows = 12;  ///< 48 vectors of C, four a row, leave room for those of B

/// How many QPUs begin a tile at the same time, so that they share lines of B: the two of a TMU, or with many
/// steps over k the four of a slice. These save more lines, but wait for each other's writes.
unsigned qpus_together(std::uint32_t k);

/// How long the program is expected to take for C of `rows` and `columns` with tiles of `blocks` blocks, in
/// instructions of a QPU (sgemm_cost.h). A step over k takes 12 instructions for each block of 16 columns and
/// 13 more; a tile takes the VPM the longer the more rows and blocks it has.
std::uint64_t time_by_tmus(IndexRange rows, IndexRange columns, std::uint32_t k, std::uint32_t blocks,
                           unsigned qpus);

/// The width of tiles, in blocks, for which that time is least: wide tiles take the fewest instructions, but
/// a small C has too few of them for all QPUs.
std::uint32_t choose_blocks(IndexRange rows, IndexRange columns, std::uint32_t k, unsigned qpus);

/// Deals tiles to `qpus` QPUs. The four QPUs of a slice (docs/videocore4.md, The chip) take tiles below each
/// other at the same time: they read the same rows of B, and share its lines in the caches of their TMUs.
/// Slices take different columns of tiles, since lines of a row of B can evict each other where rows are a
/// multiple of 4 KiB apart. If all tiles are equally wide, the parts of two QPUs differ by two of them at
/// most. If those of the last column are narrower, either each slice takes some of them, or only the last
/// ones: whichever leaves less to the QPU with most to do.
SgemmDeal deal_to_slices(const TileGrid& grid, unsigned qpus);

/// Appends the uniforms of the tiles of one QPU, in the order that sgemm_tmu.qasm reads them. At the
/// end it waits as its role says.
void append_tmu_work(UniformStream& stream, std::span<const SgemmTile> tiles, const SgemmScalars& scalars,
                     const QpuRole& role);

}  // namespace quadcl::qpu
