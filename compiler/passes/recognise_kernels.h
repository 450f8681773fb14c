// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Looks for kernels that are built-in ones in other words, and notes them in their images. The IR stays as
/// it is: which form a launch runs is decided when it is enqueued.
class RecogniseKernels : public RequiredPass<RecogniseKernels> {
 public:
  explicit RecogniseKernels(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

}  // namespace quadcl::compiler
