// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler {

// As clang numbers them for nvptx, for which programs are compiled.
inline constexpr unsigned kGlobalAddressSpace = 1, kLocalAddressSpace = 3, kConstantAddressSpace = 4;

/// Answers in which address space a generic pointer is: at once where the code shows it, else by asking the
/// runner, through `group_context`.
void lower_address_space_calls(llvm::Function& function, llvm::Value* group_context);

}  // namespace quadcl::compiler
