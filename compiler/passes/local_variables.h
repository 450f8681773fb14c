// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>

namespace quadcl::compiler {

/// Replaces each `__local` variable that `function` uses by its place in the group's local memory; the
/// function's last argument is the group context. Returns the bytes the group needs. All functions made from
/// one kernel get the same places when `owner` is that kernel.
std::uint64_t place_local_variables(llvm::Function& function, const llvm::Function& owner);

}  // namespace quadcl::compiler
