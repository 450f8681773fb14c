// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/task_arena.h>

#include "core/launch.h"
#include "core/result.h"

namespace quadcl {

/// What the kernel, the sizes and the `__local` arguments ask for must be something the CPU has.
/// Errors: invalid_argument_value, out_of_resources.
Result<void> check_compiled_launch(const LaunchRequest& request);

/// Runs a compiled kernel's work-groups on the arena's threads and the calling one. The launch passed the
/// check. Errors: those of load_kernel, out_of_host_memory.
Result<void> run_compiled_launch(const LaunchRequest& request, tbb::task_arena& arena);

}  // namespace quadcl
