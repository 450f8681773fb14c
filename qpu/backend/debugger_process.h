// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "core/launch/launch.h"
#include "core/options.h"
#include "qpu/driver/executor.h"

namespace quadcl::qpu {

/// Shows the first launch of a kernel in qpu-debug, before it runs on emulated QPUs (Options::qpu_debug).
/// qpu-debug is a process of its own: it runs a copy of the launch's first job, so the launch itself goes on
/// as without it.
class DebuggerProcess {
 public:
  /// `builtin_code`: where kernel_code() is.
  DebuggerProcess(const Options& options, BusAddress builtin_code)
      : options_(options), builtin_code_(builtin_code) {}

  /// What the jobs of a launch wait for; empty for all but the first launch of the kernel. Errors:
  /// out_of_resources if qpu-debug cannot be started or refuses the job.
  BeforeJob before_jobs_of(const LaunchRequest& request);

 private:
  Result<void> show(const LaunchRequest& request, const Job& job, const emulator::BusMap& memory) const;

  const Options& options_;
  const BusAddress builtin_code_;
  std::atomic<bool> done_ = false;
};

}  // namespace quadcl::qpu
