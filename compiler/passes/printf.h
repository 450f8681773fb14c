// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

/// Replaces every call of printf by one that passes its values as an array of records (core/kernel_abi.h)
/// to a function which `lower_print_calls` resolves.
void lower_printf(llvm::Module& module);

/// Makes the calls left by lower_printf calls of the runner's function; `group_context` is the function's.
void lower_print_calls(llvm::Function& function, llvm::Value* group_context);

}  // namespace quadcl::compiler
