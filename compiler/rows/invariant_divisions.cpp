// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/invariant_divisions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/clean_up/safe_division.h"

namespace quadcl::compiler {
namespace {

/// The outermost loop in which the operands do not change; null if there is none.
const llvm::Loop* loop_to_leave(const llvm::Instruction& division, const llvm::LoopInfo& loops) {
  const llvm::Loop* found = nullptr;
  for (const llvm::Loop* loop = loops.getLoopFor(division.getParent());
       loop != nullptr && loop->getLoopPreheader() != nullptr && loop->hasLoopInvariantOperands(&division);
       loop = loop->getParentLoop())
    found = loop;
  return found;
}

}  // namespace

llvm::PreservedAnalyses InvariantDivisions::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!instruction.isIntDivRem()) continue;
    const llvm::Loop* loop = loop_to_leave(instruction, loops);
    if (loop == nullptr) continue;
    instruction.moveBefore(loop->getLoopPreheader()->getTerminator());
    instruction.dropPoisonGeneratingFlags();
    make_safe(llvm::cast<llvm::BinaryOperator>(instruction));
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
