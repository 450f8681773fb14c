// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Replaces each kernel, with its versions, by a function that runs a whole work-group of any size, or of the
/// one that is fixed: the symbol of the kernel's image, with the signature quadcl_kernel_function. What it
/// needs from its runner is noted in the image.
class GroupFunctions : public RequiredPass<GroupFunctions> {
 public:
  explicit GroupFunctions(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

}  // namespace quadcl::compiler
