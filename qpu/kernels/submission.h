// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qpu/kernels/jobs.h"
#include "qpu/kernels/uniform_stream.h"

namespace quadcl::qpu {

/// One QPU's share of a submission: its start in the kernels' machine code, and its uniforms.
struct QpuWork {
  std::uint32_t entry = 0;  ///< byte offset from JobContext::code
  UniformStream uniforms;
};

/// How many tiles of a launch one submission may have: `most`, or fewer if the executor limits the time of a
/// job and the QPUs, which share the tiles, need `clocks_per_tile` for each. Error: out_of_resources if one
/// tile takes too long.
Result<std::uint64_t> tiles_in_time(const JobContext& context, std::uint64_t most, double clocks_per_tile,
                                    unsigned qpus);

/// Puts the uniforms into bus memory and runs the job. Errors: out_of_device_memory, those of Executor::run.
Result<JobReport> submit(std::span<const QpuWork> work, const JobContext& context);

}  // namespace quadcl::qpu
