// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace quadcl::compiler {

/// What all work-items of a row read from the same place, before they store anything that may be there, is
/// read once, before the loop over the row. A store to that place by another work-item would be a race: to
/// say that is what the loop is declared parallel for, but LLVM believes it only while it vectorises. (What
/// makes it no race, atomic operations, has to be there to be seen; see local_atomics.h.) Conditions
/// and addresses made of such a value leave the loop with it.
class HoistRowLoads : public llvm::PassInfoMixin<HoistRowLoads> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace quadcl::compiler
