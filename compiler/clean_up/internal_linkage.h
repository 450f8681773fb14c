// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives everything except the kernels internal linkage, so that it can be inlined and dropped.
class InternalLinkage : public RequiredPass<InternalLinkage> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
