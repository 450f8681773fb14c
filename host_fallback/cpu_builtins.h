// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/launch.h"
#include "core/result.h"

namespace quadcl {

/// Runs a launch of a built-in kernel on all cores. Errors: invalid_argument_value; unsupported if the CPU
/// has no form of it.
Result<void> run_builtin_on_cpu(const LaunchRequest& request);

}  // namespace quadcl
