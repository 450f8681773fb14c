// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace quadcl::compiler {

/// A loop that is not longer than this when unrolled completely, is.
inline constexpr unsigned kMostInstructionsUnrolled = 1024;

/// Forbids LLVM to unroll loops of many or unknown iterations, unless the source asks for it. Copies of a
/// body with a remainder cost much time in all passes that follow, and next to nothing is gained for bodies
/// of a work-item's size. The vectoriser then does not interleave either, which suits loops over the
/// work-items of a row: it would leave the items of a row of 16 to its scalar remainder.
class KeepLongLoops : public llvm::PassInfoMixin<KeepLongLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Asks LLVM to unroll loops of a constant number of iterations completely if they stay small, from the
/// innermost outwards: a region of which no loop is left is vectorised across work-items, and of private
/// arrays no memory is left. Not within loops that are long, or would be then: LLVM's analysis of what their
/// values are takes many times as long for that. To run right before LoopFullUnrollPass.
class UnrollShortLoops : public llvm::PassInfoMixin<UnrollShortLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

}  // namespace quadcl::compiler
