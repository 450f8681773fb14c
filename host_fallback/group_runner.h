// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/partitioner.h>

#include <cstdint>
#include <limits>
#include <mutex>
#include <string>

#include "core/launch/launch.h"
#include "core/result.h"
#include "core/worker_arena.h"

namespace quadcl {

/// Checks that the CPU has the resources for the kernel, the sizes and the `__local` arguments. Errors:
/// invalid_argument_value, out_of_resources.
Result<void> check_compiled_launch(const LaunchRequest& request);

struct RunnerSettings {
  std::string temporary_folder;
  /// Launches whose buffers have at least this many bytes together may store past the caches (kernel_abi.h,
  /// streams).
  std::uint64_t stream_bytes = std::numeric_limits<std::uint64_t>::max();
};

/// The threads that run work-groups.
struct GroupThreads {
  GroupThreads() = default;
  explicit GroupThreads(int count) : arena(count) {}

  WorkerArena arena;
  /// Groups go to the threads that ran those of the same numbers in the launch before, if they are free:
  /// their caches have the data of kernels that work on the same buffers again and again.
  tbb::affinity_partitioner affinity;
  std::mutex affinity_mutex;  ///< held by the launch that uses it
};

/// Runs a compiled kernel's work-groups on these threads and the calling thread. The launch must have
/// passed the check. Errors: those of load_kernel, out_of_host_memory.
Result<void> run_compiled_launch(const LaunchRequest& request, GroupThreads& threads,
                                 const RunnerSettings& settings);

}  // namespace quadcl
