// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/unroll_short_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/passes/region_function.h"

namespace quadcl::compiler {
namespace {

constexpr std::size_t kMostInstructionsAround = 2048;
/// The fewest work-items that may become lanes. Shorter rows are unrolled.
constexpr unsigned kFewestInRow = 4;

std::size_t instructions_in(const llvm::Loop& loop) {
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) instructions += block->sizeWithoutDebug();
  return instructions;
}

}  // namespace

llvm::PreservedAnalyses UnrollShortLoops::run(llvm::Loop& loop, llvm::LoopAnalysisManager&,
                                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater&) {
  if (!loop.isInnermost() || llvm::hasUnrollTransformation(&loop) != llvm::TM_Unspecified)
    return llvm::PreservedAnalyses::all();
  const unsigned iterations = results.SE.getSmallConstantTripCount(&loop);
  if (is_over_work_items(loop)) {
    // LLVM unrolls or peels the others: the first work-item often goes a way of its own.
    if (iterations >= kFewestInRow && loop.getNumBlocks() == 1)
      llvm::addStringMetadataToLoop(&loop, kNotUnrolled, 1);
    return llvm::PreservedAnalyses::all();
  }
  const std::size_t unrolled = iterations * instructions_in(loop);
  if (unrolled != 0 && unrolled <= kMostInstructionsUnrolled &&
      unrolled + instructions_in(*loop.getOutermostLoop()) <= kMostInstructionsAround)
    llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
