// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace quadcl::compiler {

/// A loop that is not longer than this when unrolled completely, is.
inline constexpr unsigned kMostInstructionsUnrolled = 1024;

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
