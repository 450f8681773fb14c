// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Replaces each kernel and its versions by a function that runs a whole work-group, of any size unless the
/// size is fixed. It has the symbol of the kernel's image and the signature quadcl_kernel_function. The image
/// records what the function needs from its runner.
class WorkGroupFunctions : public RequiredPass<WorkGroupFunctions> {
 public:
  explicit WorkGroupFunctions(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

}  // namespace quadcl::compiler
