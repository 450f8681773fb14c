// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/builtin/checked_launch.h"
#include "qpu/driver/executor.h"
#include "qpu/kernels/sgemm_choice.h"

namespace quadcl::qpu {

/// What a launch needs to know of the machine.
struct JobContext {
  Executor& executor;
  BusAddress code;  ///< of the kernels' machine code (kernel_code.h)
  unsigned qpus = kQpus;
  std::uint64_t instruction_limit = 0;
  bool model_time = false;
  BeforeJob before = {};  ///< of each job; may be empty
};

struct ModelledTime {
  std::uint64_t cycles = 0;  ///< V3D clocks
  std::uint64_t nanoseconds = 0;
};

/// Totals over the submissions of one launch.
struct LaunchTotals {
  std::optional<std::uint64_t> instructions = 0;  ///< empty if the executor does not count them
  std::optional<ModelledTime> time;               ///< of all submissions, without host work between them
  std::chrono::nanoseconds packing{};             ///< of this computer: operands copied for the programs

  void add(const JobReport& report);
};

/// Runs a launch of any built-in kernel on the QPUs. `choice` is for products. Errors: unsupported if the
/// QPUs have no program for it; those of its job.
Result<LaunchTotals> run_jobs(const CheckedLaunch& launch, const JobContext& context,
                              const SgemmChoice& choice = {});

/// Runs a kernel of a program as its code for QPUs (KernelImage::qpu_code), which check_qpu_launch has
/// accepted. Errors: out_of_device_memory, those of Executor::run.
Result<LaunchTotals> run_compiled(const LaunchRequest& request, const JobContext& context);

/// Runs `sgemm` on the QPUs, usually in one submission. If panels or uniforms would take more than a bounded
/// share of the device's memory, it takes several submissions, one after the other. Errors:
/// out_of_device_memory, and those of Executor::run.
Result<LaunchTotals> run_sgemm(const SgemmLaunch& launch, const JobContext& context,
                               const SgemmChoice& choice = {});

/// Runs `transpose_32` or `transpose_64` on the QPUs. Errors as above.
Result<LaunchTotals> run_transpose(const TransposeLaunch& launch, const JobContext& context);

}  // namespace quadcl::qpu
