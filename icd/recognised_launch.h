// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/launch.h"
#include "core/result.h"
#include "icd/context.h"
#include "icd/device.h"

namespace quadcl::icd {

/// The launch of a built-in kernel that can take the place of `request` on the device, if there is one.
std::optional<LaunchRequest> recognised_launch(const Device& device, const LaunchRequest& request);

/// Runs `recognised` and then `request` itself, whose results stay. Tells the context if the two differ by
/// more than the arithmetic of the QPUs explains.
Result<LaunchReport> run_and_verify(const Device& device, const LaunchRequest& recognised,
                                    const LaunchRequest& request, const Context& context);

}  // namespace quadcl::icd
