// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "qpu/kernels/sgemm_tile.h"

namespace quadcl::qpu {

// The plan of sgemm_tmu.qasm.

constexpr std::uint32_t kTmuTileRows = 12;  ///< 48 vectors of C, four a row, leave room for those of B

/// The width of tiles, in blocks, for which the program is expected to take the least time. The rule: a step
/// over k takes 12 instructions for each row of 16 columns and 12 more, so wide tiles take the fewest; but a
/// small C has too few of them for all QPUs. Estimated is the larger of two times: that of the QPU with most
/// to do, and that in which all tiles go through the VPM, one after the other.
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
