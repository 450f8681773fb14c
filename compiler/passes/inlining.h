// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace quadcl::compiler {

/// Marks every function that is called as one that goes into its callers.
void inline_all(llvm::Module& module);

/// Whether a function would be huge (is_huge) with all inside that goes there.
bool has_huge_function(const llvm::Module& module);

/// Takes the mark from functions of which copies would make the program long, and that touch nothing of the
/// work-group but what they are handed.
void keep_calls(llvm::Module& module);

/// Why the module cannot be inlined into its kernels as chosen: some function would grow beyond what fits into
/// memory and time. Nothing if it can; functions that call themselves count once.
std::string too_large_to_inline(const llvm::Module& module);

/// Whether the instruction calls a function of the program.
bool calls_function(const llvm::Instruction& instruction);

}  // namespace quadcl::compiler
