// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace quadcl::compiler {

/// Takes branches that are the same for a whole row of work-items out of the loop over the row, which is then
/// there once for each way, as far as LLVM finds that worth its size. The vectoriser would mask both ways. To
/// run once short loops are unrolled: within loops of the source such copies are not wanted.
class UnswitchRows : public llvm::PassInfoMixin<UnswitchRows> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace quadcl::compiler
