// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/barriers/region_barriers.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/kernel_shapes.h"
#include "compiler/analysis/loop_form.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

/// The instructions between the header and the next barriers that are worth a region of their own. A region
/// costs a loop over the work-items, and memory for what passes on.
constexpr std::size_t kLongHead = 100;

/// Whether the code from the header to the next barriers is long. The regions before the loop and at the end
/// of its body would have a copy each.
bool has_long_head(const llvm::Loop& loop) {
  std::size_t length = 0;
  Worklist<const llvm::BasicBlock*> open;
  open.add(loop.getHeader());
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.take();
    for (const llvm::Instruction& instruction : *block)
      if (!is_barrier(instruction)) ++length;
    if (llvm::none_of(*block, is_barrier)) open.add_all(llvm::successors(block));
  }
  return length >= kLongHead;
}

/// Whether all work-items that are still in the loop come to its header together, although some may leave it
/// there: each iteration has a barrier.
bool returns_together(const llvm::Loop& loop, const GroupShapes& group,
                      const llvm::DominatorTree& dominators) {
  return group.reached_together(*loop.getLoopPreheader()) &&
         llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
           return llvm::any_of(*block, is_barrier) && dominators.dominates(block, loop.getLoopLatch());
         });
}

/// Afterwards the block contains only the barrier and an unconditional branch.
void isolate(llvm::CallInst* barrier) {
  llvm::SplitBlock(barrier->getParent(), barrier);
  llvm::SplitBlock(barrier->getParent(), barrier->getNextNode());
}

}  // namespace

llvm::PreservedAnalyses HeaderBarriers::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (is_huge(kernel) || llvm::none_of(llvm::instructions(kernel), is_barrier))
    return llvm::PreservedAnalyses::all();
  const llvm::LoopInfo& loops = simplified_loops(kernel, analyses);
  const GroupShapes& group = analyses.getResult<KernelShapesAnalysis>(kernel).group();
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(kernel);
  std::vector<const llvm::Loop*> left_together, long_ones;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::BasicBlock& header = *loop->getHeader();
    if (!exits_at_header(*loop) || !has_barrier(*loop)) continue;
    if (group.reached_together(header) && !group.diverges(header)) {
      left_together.push_back(loop);
    } else if (has_long_head(*loop) && returns_together(*loop, group, dominators)) {
      long_ones.push_back(loop);
    }
  }
  for (const llvm::Loop* loop : left_together) put_barriers_behind_header(*loop);
  for (const llvm::Loop* loop : long_ones) insert_barrier(loop->getHeader()->getFirstInsertionPt());
  return unless_values_changed(!left_together.empty() || !long_ones.empty());
}

llvm::PreservedAnalyses IsolateBarriers::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  const std::vector<llvm::CallInst*> barriers = find_barriers(kernel);
  for (llvm::CallInst* barrier : barriers) isolate(barrier);
  return unless_changed(!barriers.empty());
}

}  // namespace quadcl::compiler
