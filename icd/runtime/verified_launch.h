// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/launch.h"
#include "core/result.h"
#include "icd/objects/context.h"
#include "icd/objects/device.h"

namespace quadcl::icd {

/// Runs the launches on the QPUs, one after the other. Times and instructions are those of all together.
Result<LaunchReport> run_builtin(const Device& device, const std::vector<LaunchRequest>& builtin);

/// Runs `builtin`, then `request`, the launch that `builtin` replaces. The results of `request` stay.
/// Notifies the context if the two differ by more than the arithmetic of the QPUs explains.
Result<LaunchReport> run_and_verify(const Device& device, const std::vector<LaunchRequest>& builtin,
                                    const LaunchRequest& request, const Context& context);

}  // namespace quadcl::icd
