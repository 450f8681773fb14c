// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace quadcl::compiler {

/// Asks LLVM to completely unroll loops with a constant number of iterations if they stay small, from the
/// innermost outwards. A region without loops is vectorised across work-items, and private arrays become
/// registers. Loops inside of long loops are not unrolled: LLVM's analysis of values would take many times as
/// long. Demands of the source to unroll a loop are refused if it would become very long. Rows without
/// branches are kept as loops until `KeepLongLoops`, for lanes. Run it right before LoopFullUnrollPass.
class UnrollShortLoops : public llvm::PassInfoMixin<UnrollShortLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace quadcl::compiler
