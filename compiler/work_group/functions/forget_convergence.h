// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Removes the attribute `convergent`, after all barriers are gone: work-items need not reach any call
/// together.
class ForgetConvergence : public RequiredPass<ForgetConvergence> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
