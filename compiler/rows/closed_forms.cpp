// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/closed_forms.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace quadcl::compiler {
namespace {

/// The step of an integer that changes by the same one in each iteration.
const llvm::SCEV* step_of(llvm::PHINode& value, const llvm::Loop& row, llvm::ScalarEvolution& evolution) {
  if (!value.getType()->isIntegerTy()) return nullptr;
  const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&value));
  if (steps == nullptr || steps->getLoop() != &row || !steps->isAffine()) return nullptr;
  return steps->getStepRecurrence(evolution);
}

/// The number of the work-item: 0, 1, ... LLVM may have made counters of its last bits, too.
llvm::PHINode* number_of(const llvm::Loop& row, llvm::ScalarEvolution& evolution) {
  const auto counts = [&](llvm::PHINode& value) {
    if (!value.getType()->isIntegerTy(64)) return false;
    const auto* line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&value));
    return line != nullptr && line->getLoop() == &row && line->getStart()->isZero() &&
           line->getStepRecurrence(evolution)->isOne();
  };
  const auto found = llvm::find_if(row.getHeader()->phis(), counts);
  return found != row.getHeader()->phis().end() ? &*found : nullptr;
}

void replace(llvm::PHINode& value, llvm::Value& step, llvm::PHINode& number, llvm::BasicBlock& before) {
  llvm::IRBuilder<> builder(value.getParent(), value.getParent()->getFirstInsertionPt());
  llvm::Value* steps = builder.CreateMul(builder.CreateZExtOrTrunc(&number, value.getType()), &step);
  auto* next = llvm::dyn_cast<llvm::Instruction>(
      value.getIncomingValueForBlock(value.getIncomingBlock(value.getIncomingBlock(0) == &before ? 1 : 0)));
  value.replaceAllUsesWith(builder.CreateAdd(value.getIncomingValueForBlock(&before), steps));
  value.eraseFromParent();
  if (next != nullptr) llvm::RecursivelyDeleteTriviallyDeadInstructions(next);
}

}  // namespace

bool make_closed_forms(const llvm::Loop& row, llvm::ScalarEvolution& evolution, StepsToReplace which) {
  llvm::PHINode* number = number_of(row, evolution);
  llvm::BasicBlock* before = row.getLoopPreheader();
  if (number == nullptr || before == nullptr || row.getNumBackEdges() != 1) return false;
  llvm::SCEVExpander expander(evolution, number->getDataLayout(), "step");
  bool changed = false;
  for (llvm::PHINode& value : llvm::make_early_inc_range(row.getHeader()->phis())) {
    if (&value == number) continue;
    const llvm::SCEV* step = step_of(value, row, evolution);
    const bool is_kept =
        step != nullptr && which == StepsToReplace::varied && llvm::isa<llvm::SCEVConstant>(step);
    if (step == nullptr || is_kept || !expander.isSafeToExpandAt(step, before->getTerminator())) continue;
    llvm::Value* known =
        expander.expandCodeFor(step, value.getType(), before->getTerminator()->getIterator());
    evolution.forgetValue(&value);
    replace(value, *known, *number, *before);
    changed = true;
  }
  return changed;
}

}  // namespace quadcl::compiler
