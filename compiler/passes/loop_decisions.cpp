// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/loop_decisions.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <vector>

#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/uniformity.h"
#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {
namespace {

bool has_barrier(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(),
                      [](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_barrier); });
}

void begin_with_barrier(llvm::BasicBlock& block) {
  const auto first = block.getFirstInsertionPt();
  if (!is_barrier(*first)) insert_barrier(first);
}

}  // namespace

bool may_take_turns(const llvm::Instruction& instruction) {
  if (called_work_item_function(instruction) != nullptr) return true;
  if (llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) return false;
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return !atomic->isVolatile();
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return !instruction.mayReadOrWriteMemory();
  return !instruction.isVolatile() && !instruction.isAtomic() &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

void simplify_loops(llvm::LoopInfo& loops, llvm::DominatorTree& dominators) {
  for (llvm::Loop* loop : loops)
    llvm::simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
}

bool decides_at_top(const llvm::Loop& loop) {
  return loop.getLoopPreheader() != nullptr && loop.getLoopLatch() != nullptr &&
         loop.getExitingBlock() == loop.getHeader() && loop.getLoopLatch() != loop.getHeader() &&
         loop.getUniqueExitBlock() != nullptr && loop.hasDedicatedExits();
}

void separate_decision(const llvm::Loop& loop) {
  for (llvm::BasicBlock* next : llvm::successors(loop.getHeader())) begin_with_barrier(*next);
}

void separate_loop_decisions(llvm::Function& kernel) {
  if (llvm::none_of(llvm::instructions(kernel), is_barrier)) return;
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  simplify_loops(loops, dominators);
  const Uniformity uniformity(kernel);
  std::vector<const llvm::Loop*> chosen;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::BasicBlock& top = *loop->getHeader();
    if (decides_at_top(*loop) && has_barrier(*loop) && uniformity.reached_together(top) &&
        !uniformity.diverges(top))
      chosen.push_back(loop);
  }
  for (const llvm::Loop* loop : chosen) separate_decision(*loop);
}

}  // namespace quadcl::compiler
