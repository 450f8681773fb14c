// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Drops the lifetime markers of variables. They would be wrong: across a barrier, the variable of one
/// work-item lives on while other work-items run.
class LifetimeMarkers : public RequiredPass<LifetimeMarkers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
