// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/task_arena.h>

#include <cstdint>
#include <limits>
#include <string>

#include "core/launch.h"
#include "core/result.h"

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

/// Runs a compiled kernel's work-groups on the arena's threads and the calling thread. The launch must have
/// passed the check. Errors: those of load_kernel, out_of_host_memory.
Result<void> run_compiled_launch(const LaunchRequest& request, tbb::task_arena& arena,
                                 const RunnerSettings& settings);

}  // namespace quadcl
