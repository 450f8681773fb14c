// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler {

// Clang's numbers for nvptx, the target that programs are compiled for.
inline constexpr unsigned kGlobalAddressSpace = 1, kLocalAddressSpace = 3, kConstantAddressSpace = 4;

inline bool is_local_pointer(const llvm::Value& value) {
  return value.getType()->isPointerTy() && value.getType()->getPointerAddressSpace() == kLocalAddressSpace;
}

/// Replaces queries for the address space of a generic pointer: by a constant if the code shows it, else by a
/// call of the runner through `group_context`.
void lower_address_space_calls(llvm::Function& function, llvm::Value* group_context);

}  // namespace quadcl::compiler
