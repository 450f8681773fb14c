// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// After inlining: reports, as errors of the module's context, calls that could not be inlined (recursion,
/// function pointers) and what nobody defines.
class CheckCalls : public RequiredPass<CheckCalls> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
