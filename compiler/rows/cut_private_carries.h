// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Cuts what private variables seem to pass from work-item to work-item. A variable that a work-item sets
/// only under a condition keeps, in the loop over work-items, what the one before has set; but each starts
/// with undefined variables.
class CutPrivateCarries : public llvm::PassInfoMixin<CutPrivateCarries> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
