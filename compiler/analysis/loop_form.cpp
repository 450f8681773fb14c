// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/loop_form.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler {
bool may_interleave(const llvm::Instruction& instruction) {
  if (called_work_item_function(instruction) != nullptr) return true;
  if (llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) return false;
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return !atomic->isVolatile();
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  if (pointer == nullptr) return !instruction.mayReadOrWriteMemory();
  return !instruction.isVolatile() && !instruction.isAtomic() &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
}

llvm::LoopInfo& simplified_loops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(kernel);
  bool changed = false;
  for (llvm::Loop* loop : loops)
    changed |=
        llvm::simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  if (changed) {
    llvm::PreservedAnalyses preserved;
    preserved.preserve<llvm::LoopAnalysis>();
    preserved.preserve<llvm::DominatorTreeAnalysis>();
    analyses.invalidate(kernel, preserved);
  }
  return loops;
}

bool is_used_outside(const llvm::Loop& loop) {
  const auto is_outside = [&](const llvm::User* user) {
    return !loop.contains(llvm::cast<llvm::Instruction>(user));
  };
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(
        *block, [&](const llvm::Instruction& value) { return llvm::any_of(value.users(), is_outside); });
  });
}

const llvm::SCEV* last_iteration(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::SCEV* last = evolution.getBackedgeTakenCount(&loop);
  if (llvm::isa<llvm::SCEVCouldNotCompute>(last) || !last->getType()->isIntegerTy()) return nullptr;
  const llvm::SCEVExpander expander(evolution, loop.getHeader()->getDataLayout(), "last");
  return expander.isSafeToExpandAt(last, loop.getLoopPreheader()->getTerminator()) ? last : nullptr;
}

bool has_barrier(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(),
                      [](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_barrier); });
}

bool exits_at_header(const llvm::Loop& loop) {
  return loop.getLoopPreheader() != nullptr && loop.getLoopLatch() != nullptr &&
         loop.getExitingBlock() == loop.getHeader() && loop.getLoopLatch() != loop.getHeader() &&
         loop.getUniqueExitBlock() != nullptr && loop.hasDedicatedExits();
}

bool put_barriers_behind_header(const llvm::Loop& loop) {
  bool changed = false;
  for (llvm::BasicBlock* next : llvm::successors(loop.getHeader())) {
    const auto first = next->getFirstInsertionPt();
    if (is_barrier(*first)) continue;
    insert_barrier(first);
    changed = true;
  }
  return changed;
}

}  // namespace quadcl::compiler
