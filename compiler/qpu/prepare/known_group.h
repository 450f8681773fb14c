// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include <span>

#include "core/launch/group_facts.h"

namespace quadcl::compiler::qpu {

/// Whether the facts say how large work-groups are.
bool knows_group(std::span<const LaunchFact> facts);

/// Makes a kernel one for work-groups of that size, which are all full, and makes variables of its arguments
/// in local memory.
void know_group(llvm::Function& kernel, std::span<const LaunchFact> facts);

}  // namespace quadcl::compiler::qpu
