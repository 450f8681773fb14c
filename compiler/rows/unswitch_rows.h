// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace quadcl::compiler {

/// Unswitches branches that are uniform over a row of work-items: the loop over the row is copied for each
/// path, if LLVM finds that worth its size. Otherwise the vectoriser would mask both paths. Run it after
/// short loops are unrolled: such copies are not wanted within loops of the source.
class UnswitchRows : public llvm::PassInfoMixin<UnswitchRows> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace quadcl::compiler
