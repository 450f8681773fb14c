// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Replaces calls of functions that ask about the processor by the answers: `quadcl_fuses`, whether it
/// multiplies and adds with one rounding, and `quadcl_estimates_roots`, whether it estimates inverse roots.
/// Those for QPUs ask by `quadcl_relaxes` whether the program allows errors for speed.
/// Builtin functions then take a shorter way.
class TargetQuestions : public RequiredPass<TargetQuestions> {
 public:
  explicit TargetQuestions(const Compilation& compilation)
      : fuses_(compilation.target.fuses),
        estimates_roots_(compilation.target.estimates_roots),
        relaxes_(compilation.target.narrows_doubles) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool fuses_, estimates_roots_, relaxes_;
};

}  // namespace quadcl::compiler
