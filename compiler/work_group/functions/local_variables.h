// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>

namespace quadcl::compiler {

/// Replaces each `__local` variable that `function` uses by its place in the group's local memory. The
/// function's last argument is the group context. Returns the bytes that the group needs. All functions made
/// from the kernel `owner` get the same places.
std::uint64_t place_local_variables(llvm::Function& function, const llvm::Function& owner);

}  // namespace quadcl::compiler
