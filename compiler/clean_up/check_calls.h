// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// After inlining: reports calls that could not be inlined (recursion, function pointers) and undefined
/// functions, as errors of the module's context.
class CheckCalls : public RequiredPass<CheckCalls> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
