// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/handle_facts.h"
#include "core/kernel_image.h"
#include "core/launch.h"

namespace quadcl {

// What else may be known of a launch: of an argument in local memory, its bytes. Behind the facts of all
// arguments, the local size in three dimensions, which divides the global size.

/// Beside a number of bytes or work-items; no format or sampler has it alone.
inline constexpr HandleFact kIsSize = HandleFact{1} << 29;

constexpr bool is_size(HandleFact fact) { return (fact & (kIsSampler | kIsTexture | kIsSize)) == kIsSize; }
constexpr std::uint32_t size_in(HandleFact fact) { return fact & ~kIsSize; }

/// What is known of a launch whose work-groups code for QPUs may run at once, each in one row of lanes
/// (docs/adr/0031); empty for other launches.
std::vector<HandleFact> group_facts(const KernelImage& kernel, std::span<const ArgumentValue> arguments,
                                    const NDRange& range);

}  // namespace quadcl
