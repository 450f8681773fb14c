// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Marks the functions to be inlined that stayed functions until LLVM merged their equal calls: sine and
/// cosine of one angle share its reduction. Once inlined, code with branches is no longer merged.
class LateInlining : public RequiredPass<LateInlining> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Whether the function is one of these: `noinline`, and accesses no memory.
bool is_inlined_late(const llvm::Function& function);

}  // namespace quadcl::compiler
