// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Replaces calls of `quadcl_fuses` by the answer: whether the processor multiplies and adds with one
/// rounding. Builtin functions then take a shorter way.
class TargetQuestions : public RequiredPass<TargetQuestions> {
 public:
  explicit TargetQuestions(const Compilation& compilation) : fuses_(compilation.fuses) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool fuses_;
};

}  // namespace quadcl::compiler
