// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/launch.h"
#include "core/result.h"
#include "icd/objects/context.h"
#include "icd/objects/device.h"

namespace quadcl::icd {

/// Runs `builtin`, then `request`, the launch that `builtin` replaces. The results of `request` stay.
/// Notifies the context if the two differ by more than the arithmetic of the QPUs explains.
Result<LaunchReport> run_and_verify(const Device& device, const LaunchRequest& builtin,
                                    const LaunchRequest& request, const Context& context);

}  // namespace quadcl::icd
