// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/builtin/sgemm_launch.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/sgemm_choice.h"
#include "qpu/kernels/sgemm_tile.h"

namespace quadcl::qpu {

/// The programs for sgemm: that of the articles, with B as uniforms; one that takes both operands from the
/// TMUs; and one for outer products.
enum class SgemmProgram : std::uint8_t { uniforms, tmus, outer };

/// How a launch runs: all that is chosen, before anything is packed or submitted.
struct SgemmPlan {
  SgemmLaunch launch;  ///< k is 0 if the product is multiplied by 0
  SgemmProgram program = SgemmProgram::tmus;
  SgemmTiling tiling;
  std::uint32_t k = 2;   ///< steps of the program (padded_k)
  bool packs_a = false;  ///< every strip of op(A) is packed
  bool packs_every_b =
      false;         ///< every strip of op(B), not only those that end too close to the buffer's end
  SgemmSplit split;  ///< of `uniforms` over QPUs, if it is prescribed
  unsigned qpus = kQpus;
  /// The part of C of one submission, except at the edges.
  std::uint64_t rows_at_once = 0, columns_at_once = 0;
};

/// Error: out_of_resources if the smallest part takes longer than a job may.
Result<SgemmPlan> plan_sgemm(const SgemmLaunch& launch, const JobContext& context,
                             const SgemmChoice& choice = {});

/// The tiles of each QPU in a part of C.
SgemmDeal deal_of(const SgemmPlan& plan, const TileGrid& grid);

/// Runs a plan. Errors: out_of_device_memory, those of Executor::run.
Result<LaunchTotals> run_sgemm(const SgemmPlan& plan, const JobContext& context);

}  // namespace quadcl::qpu
