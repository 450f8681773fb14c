// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Replaces phis of equal computations by one computation before the branch. LLVM's elimination of partial
/// redundancies makes such phis of the steps of loop counters, which then seem to depend on the path of a
/// work-item.
class UndoPreOfSteps : public llvm::PassInfoMixin<UndoPreOfSteps> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
