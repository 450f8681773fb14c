// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/unroll_short_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/passes/region_function.h"

namespace quadcl::compiler {
namespace {

constexpr std::size_t kMostInstructionsAround = 2048;

std::size_t instructions_in(const llvm::Loop& loop) {
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) instructions += block->sizeWithoutDebug();
  return instructions;
}

}  // namespace

llvm::PreservedAnalyses UnrollShortLoops::run(llvm::Loop& loop, llvm::LoopAnalysisManager&,
                                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater&) {
  if (!loop.isInnermost() || is_over_work_items(loop) ||
      llvm::hasUnrollTransformation(&loop) != llvm::TM_Unspecified)
    return llvm::PreservedAnalyses::all();
  const std::size_t unrolled = results.SE.getSmallConstantTripCount(&loop) * instructions_in(loop);
  if (unrolled != 0 && unrolled <= kMostInstructionsUnrolled &&
      unrolled + instructions_in(*loop.getOutermostLoop()) <= kMostInstructionsAround)
    llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
