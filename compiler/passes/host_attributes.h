// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Tells LLVM's passes the processor of the functions, and that loops which move elements must not become
/// calls.
class HostAttributes : public RequiredPass<HostAttributes> {
 public:
  explicit HostAttributes(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  const Compilation& compilation_;
};

}  // namespace quadcl::compiler
