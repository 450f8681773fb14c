// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Looks for kernels that a built-in kernel can replace, and records them in their images. The IR does not
/// change: the enqueue decides which form a launch runs.
class RecogniseKernels : public RequiredPass<RecogniseKernels> {
 public:
  explicit RecogniseKernels(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

}  // namespace quadcl::compiler
