// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/builtin/checked_launch.h"
#include "core/result.h"

namespace quadcl {

/// Runs a launch of a built-in kernel on all cores. Error: unsupported if the CPU has no form of it.
Result<void> run_on_cpu(const CheckedLaunch& launch);

}  // namespace quadcl
