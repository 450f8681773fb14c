// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/loops/split_uniform_offset.h"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/kernel_shapes.h"
#include "compiler/analysis/loop_form.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/rebuild_at_uses.h"

namespace quadcl::compiler {
namespace {

using Additions = llvm::SmallVector<llvm::GetElementPtrInst*>;

bool adds_the_same_for_all(const llvm::GetElementPtrInst& address, const GroupShapes& group) {
  return !address.getType()->isVectorTy() &&
         llvm::none_of(address.indices(), [&](const llvm::Value* index) { return group.is_varying(*index); });
}

/// The additions that make the pointer of the next iteration from that of this one, the last one first. Empty
/// if anything else is among them.
Additions additions_of(llvm::PHINode& pointer, const llvm::Loop& loop, const GroupShapes& group) {
  Additions additions;
  for (llvm::Value* at = pointer.getIncomingValueForBlock(loop.getLoopLatch()); at != &pointer;) {
    auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(at);
    if (address == nullptr || !loop.contains(address) || !adds_the_same_for_all(*address, group)) return {};
    additions.push_back(address);
    at = address->getPointerOperand();
  }
  return additions;
}

void split(llvm::PHINode& pointer, const llvm::Loop& loop, const Additions& additions) {
  const llvm::DataLayout& layout = pointer.getModule()->getDataLayout();
  llvm::Type* type = layout.getIndexType(pointer.getType());
  llvm::IRBuilder<> at_header(&pointer);
  llvm::PHINode* steps = at_header.CreatePHI(type, 2, pointer.getName() + ".steps");
  llvm::IRBuilder<> at_latch(loop.getLoopLatch()->getTerminator());
  llvm::Value* next = steps;
  for (llvm::GetElementPtrInst* address : llvm::reverse(additions))
    next = at_latch.CreateAdd(next, llvm::emitGEPOffset(&at_latch, layout, address, /*NoAssumptions=*/true));
  steps->addIncoming(llvm::ConstantInt::get(type, 0), loop.getLoopPreheader());
  steps->addIncoming(next, loop.getLoopLatch());
  llvm::Value* first = pointer.getIncomingValueForBlock(loop.getLoopPreheader());
  pointer.setIncomingValueForBlock(loop.getLoopLatch(), first);  // the additions may have no other use
  // Computed again at each use: the sum of the steps is all that has to live until there.
  rebuild_at_uses(
      pointer, [](const llvm::Use&) { return true; },
      [&](llvm::IRBuilder<>& at_use) { return at_use.CreatePtrAdd(first, steps); });
  pointer.eraseFromParent();
}

bool split_pointers(const llvm::Loop& loop, const GroupShapes& group) {
  bool changed = false;
  for (llvm::PHINode& pointer : llvm::make_early_inc_range(loop.getHeader()->phis())) {
    if (!pointer.getType()->isPointerTy() || !group.is_varying(pointer) ||
        pointer.getNumIncomingValues() != 2)
      continue;
    const Additions additions = additions_of(pointer, loop, group);
    if (additions.empty()) continue;
    split(pointer, loop, additions);
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses SplitUniformOffset::run(llvm::Function& kernel,
                                                llvm::FunctionAnalysisManager& analyses) {
  if (is_huge(kernel) || llvm::none_of(llvm::instructions(kernel), is_barrier))
    return llvm::PreservedAnalyses::all();
  const llvm::LoopInfo& loops = simplified_loops(kernel, analyses);
  const GroupShapes& group = analyses.getResult<KernelShapesAnalysis>(kernel).group();
  bool changed = false;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (has_barrier(*loop) && group.reached_together(*loop->getHeader()))
      changed |= split_pointers(*loop, group);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
