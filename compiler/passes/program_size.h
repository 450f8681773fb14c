// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

inline constexpr unsigned kHugeInstructions = 30'000;

/// Whether a function has so many instructions or blocks that LLVM's passes, many of which take more than
/// twice as long for twice as much, are not to be let loose on it.
bool is_huge(const llvm::Function& function);

/// Whether a block of the function is so long that passes of code generation that compare its instructions with
/// each other take seconds.
bool has_long_block(const llvm::Function& function);

/// Marks what is huge as not to be optimised. Says whether there was anything.
bool mark_huge_functions(llvm::Module& module);

/// Cuts long blocks into parts, since code generation works block by block.
void split_long_blocks(llvm::Module& module);

}  // namespace quadcl::compiler
