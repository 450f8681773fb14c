// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/unroll_short_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>

#include "compiler/ir/pass.h"
#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

constexpr std::size_t kMostInstructionsAround = 2048;
/// The most instructions of a loop that is unrolled because the source asks for it, counted after unrolling.
/// With more, the code is slower, and takes seconds to build.
constexpr std::size_t kMostOnDemand = 8192;
/// The fewest work-items that may become lanes. Shorter rows are unrolled.
constexpr unsigned kFewestInRow = 4;

std::size_t instructions_in(const llvm::Loop& loop) {
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) instructions += block->sizeWithoutDebug();
  return instructions;
}

/// The copies of the body for which the source asks: all iterations, or a number of its own.
unsigned copies_on_demand(const llvm::Loop& loop, unsigned iterations) {
  const int count = llvm::getIntLoopAttribute(&loop, "llvm.loop.unroll.count", /*Default=*/0);
  return count > 0 ? std::min(static_cast<unsigned>(count), iterations) : iterations;
}

/// Forbids to unroll it, though the source asks for it.
void refuse_demand(llvm::Loop& loop) {
  llvm::LLVMContext& context = loop.getHeader()->getContext();
  llvm::MDNode* mark = llvm::MDNode::get(context, llvm::MDString::get(context, kNotUnrolled));
  loop.setLoopID(
      llvm::makePostTransformationMetadata(context, loop.getLoopID(), {"llvm.loop.unroll."}, {mark}));
}

/// Marks a loop of which the source says nothing. Whether it did.
bool mark(llvm::Loop& loop, unsigned iterations) {
  if (is_over_work_items(loop)) {
    // LLVM unrolls or peels the others: the first work-item often goes a way of its own.
    if (iterations < kFewestInRow || loop.getNumBlocks() != 1) return false;
    llvm::addStringMetadataToLoop(&loop, kNotUnrolled, 1);
    return true;
  }
  const std::size_t unrolled = iterations * instructions_in(loop);
  if (unrolled == 0 || unrolled > kMostInstructionsUnrolled ||
      unrolled + instructions_in(*loop.getOutermostLoop()) > kMostInstructionsAround)
    return false;
  llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
  return true;
}

}  // namespace

llvm::PreservedAnalyses UnrollShortLoops::run(llvm::Loop& loop, llvm::LoopAnalysisManager&,
                                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater&) {
  const unsigned iterations = results.SE.getSmallConstantTripCount(&loop);
  const llvm::TransformationMode demand = llvm::hasUnrollTransformation(&loop);
  const bool refuses = demand == llvm::TM_ForcedByUser &&
                       copies_on_demand(loop, iterations) * instructions_in(loop) > kMostOnDemand;
  if (refuses) refuse_demand(loop);
  const bool marks = loop.isInnermost() && demand == llvm::TM_Unspecified && mark(loop, iterations);
  return unless_marks_changed(refuses || marks);
}

}  // namespace quadcl::compiler
