// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/kernel_image.h"
#include "core/launch/launch.h"
#include "core/launch/launch_facts.h"

namespace quadcl {

/// What is known of a launch whose work-groups code for QPUs may run at once (docs/adr/0031): the bytes of
/// arguments in local memory, and the local size, whose work-items fill whole rows of lanes. Empty for other
/// launches.
std::vector<LaunchFact> group_facts(const KernelImage& kernel, std::span<const ArgumentValue> arguments,
                                    const NDRange& range);

}  // namespace quadcl
