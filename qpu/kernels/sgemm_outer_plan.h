// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/builtin/sgemm_launch.h"
#include "core/result.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/sgemm_tile.h"

namespace quadcl::qpu {

constexpr std::uint32_t kOuterVectors = 32;  ///< of a strip, at most
constexpr std::uint32_t kOuterStripColumns = kOuterVectors * kBlockColumns;
constexpr unsigned kOuterHalves = 2;  ///< of the VPM: as many QPUs store rows

/// Columns of C that are computed together.
struct OuterStrip {
  std::uint64_t column = 0;
  std::uint32_t columns = 0;
};

/// Strips of whole vectors, about as wide as each other. The last one ends at the last column, and repeats
/// some columns of the strip before it: that is faster than a DMA operation for the rest.
std::vector<OuterStrip> outer_strips(IndexRange columns);

/// Whether sgemm_outer.qasm computes the launch and is expected to take less time than sgemm_tmu.qasm. Both
/// wait for the store engine: here it starts for each row of C, but goes to few pages of memory
/// (build/bench/sgemm_shapes).
bool is_outer_product(const SgemmLaunch& launch);

/// The rows of C of one submission. Error as plan_sgemm.
Result<std::uint64_t> outer_rows_at_once(const SgemmLaunch& launch, const JobContext& context);

}  // namespace quadcl::qpu
