// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Tells LLVM's passes the processor of the functions, and that loops which move elements must not become
/// calls.
class TargetAttributes : public RequiredPass<TargetAttributes> {
 public:
  explicit TargetAttributes(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  const Compilation& compilation_;
};

}  // namespace quadcl::compiler
