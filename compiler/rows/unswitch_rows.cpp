// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/unswitch_rows.h"

#include <llvm/Transforms/Scalar/SimpleLoopUnswitch.h>

#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses UnswitchRows::run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                                          llvm::LoopStandardAnalysisResults& results,
                                          llvm::LPMUpdater& updater) {
  if (!loop.isInnermost() || !is_over_work_items(loop)) return llvm::PreservedAnalyses::all();
  return llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true).run(loop, analyses, results, updater);
}

}  // namespace quadcl::compiler
