// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Private and local variables are aligned to no more than the memory that the runner gives, and stacks are
/// too short for more. This pass lowers other alignments (`aligned(1 << 28)`) of these variables and of all
/// accesses, with a warning.
class VariableAlignment : public RequiredPass<VariableAlignment> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
