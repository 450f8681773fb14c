// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

inline constexpr unsigned kHugeInstructions = 30'000;

/// Whether a function has too many instructions or blocks for LLVM's passes. The time of many passes grows
/// faster than the size of a function.
bool is_huge(const llvm::Function& function);

/// Marks huge functions as not to be optimised, and records whether there are any.
class HugeFunctions : public RequiredPass<HugeFunctions> {
 public:
  explicit HugeFunctions(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

/// Whether a block of the function is so long that code generation, which compares its instructions with each
/// other, takes seconds.
bool has_long_block(const llvm::Function& function);

/// Divides long blocks, since code generation works block by block.
void split_long_blocks(llvm::Module& module);

}  // namespace quadcl::compiler
