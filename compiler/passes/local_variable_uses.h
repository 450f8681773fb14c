// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Makes instructions of all constant expressions over `__local` variables, so that these can be replaced
/// function by function.
class LocalVariableUses : public RequiredPass<LocalVariableUses> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
