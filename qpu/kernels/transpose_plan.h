// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/builtin/transpose_launch.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/transpose_tmu_plan.h"

namespace quadcl::qpu {

/// Which program transposes: the one to which the TMUs deliver the input, or the one that leaves all to the
/// two DMA engines. `automatic` takes the one that is expected to be faster.
enum class TransposeMethod : std::uint8_t { automatic, tmus, dma };

/// How a launch runs: all that is chosen, before anything is submitted.
struct TransposePlan {
  TransposeLaunch launch;  ///< with a single row taken for a column, if its program wants that
  std::vector<TransposeBlock> blocks;
  std::vector<QpuWork> (*work)(const TransposeLaunch&, std::span<const TransposeBlock>, unsigned qpus);
  double clocks = 0;            ///< that it is expected to take
  std::size_t most_blocks = 0;  ///< of one submission
};

/// Error: out_of_resources if one block takes longer than a job may.
Result<TransposePlan> plan_transpose(const TransposeLaunch& launch, const JobContext& context,
                                     TransposeMethod method = TransposeMethod::automatic);

/// Runs a plan. Errors: out_of_device_memory, those of Executor::run.
Result<LaunchTotals> run_transpose(const TransposePlan& plan, const JobContext& context);

}  // namespace quadcl::qpu
