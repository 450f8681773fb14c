// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/launch/launch.h"
#include "core/launch/launch_selector.h"
#include "core/result.h"
#include "icd/objects/context.h"
#include "icd/objects/device.h"

namespace quadcl::icd {

/// Runs the launches that replace a recognised kernel, one after the other. Times and instructions are those
/// of all together.
Result<LaunchReport> run_replacements(const Device& device, const LaunchChoice& choice);

/// Runs the chosen launches, then `launch`, which they replace. The results of `launch` stay. Notifies the
/// context if the two differ by more than the bound.
Result<LaunchReport> run_and_verify(const Device& device, const LaunchChoice& choice,
                                    const CheckedLaunch& launch, const Context& context);

/// Runs a kernel's code for QPUs, then its code for the CPU, whose results stay. Notifies the context of
/// differences that the QPUs' arithmetic does not explain.
Result<LaunchReport> run_and_verify_compiled(const Device& device, const CheckedLaunch& launch,
                                             const Context& context);

}  // namespace quadcl::icd
