// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/passes/pass.h"

namespace quadcl::compiler {

inline constexpr unsigned kHugeInstructions = 30'000;

/// Whether a function has so many instructions or blocks that LLVM's passes, many of which take more than
/// twice as long for twice as much, are not to be let loose on it.
bool is_huge(const llvm::Function& function);

/// Marks what is huge as not to be optimised, and notes whether there was anything.
class HugeFunctions : public RequiredPass<HugeFunctions> {
 public:
  explicit HugeFunctions(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

/// Whether a block of the function is so long that passes of code generation that compare its instructions
/// with each other take seconds.
bool has_long_block(const llvm::Function& function);

/// Cuts long blocks into parts, since code generation works block by block.
void split_long_blocks(llvm::Module& module);

}  // namespace quadcl::compiler
