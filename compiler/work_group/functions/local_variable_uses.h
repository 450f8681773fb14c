// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Turns constant expressions over `__local` variables into instructions, so that the variables can be
/// replaced function by function.
class LocalVariableUses : public RequiredPass<LocalVariableUses> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
