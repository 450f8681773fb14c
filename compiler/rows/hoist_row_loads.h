// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace quadcl::compiler {

/// Hoists loads out of the loop over a row of work-items: loads that all work-items make from the same place,
/// before they store anything that may overlap it. A store to that place by another work-item would be a
/// race. The loop is declared parallel to express this, but LLVM uses the declaration only in its vectoriser.
/// (With atomic operations it is no race; they must still be visible here, see atomics.h.) Conditions
/// and addresses computed from a hoisted value can leave the loop, too.
class HoistRowLoads : public llvm::PassInfoMixin<HoistRowLoads> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace quadcl::compiler
