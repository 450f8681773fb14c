// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/prepare/tail_folding.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/analysis/loop_form.h"
#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {
namespace {

using namespace llvm::PatternMatch;

struct Analyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
};

/// Whether it adds what no iteration changes to the counter.
bool is_step(const llvm::Value& next, const llvm::PHINode& counter, const llvm::Loop& row) {
  const llvm::Value* step = nullptr;
  const bool is_sum = match(&next, m_c_Add(m_Specific(&counter), m_Value(step)));
  const bool is_place = match(&next, m_PtrAdd(m_Specific(&counter), m_Value(step)));
  return (is_sum || is_place) && row.isLoopInvariant(step);
}

bool can_be_whole(const llvm::Loop& row, llvm::ScalarEvolution& evolution) {
  if (!row.isLoopSimplifyForm() || row.getExitingBlock() != row.getLoopLatch() || is_used_outside(row))
    return false;
  for (const llvm::PHINode& counter : row.getHeader()->phis())
    if (!is_step(*counter.getIncomingValueForBlock(row.getLoopLatch()), counter, row)) return false;
  return last_iteration(row, evolution) != nullptr;
}

/// Makes one row whole: header (only counters) -> body, if the work-item exists -> latch (only their steps).
class WholeRow {
 public:
  WholeRow(llvm::Loop& row, const Analyses& analyses)
      : analyses_(analyses), header_(row.getHeader()), before_(row.getLoopPreheader()) {
    count(*last_iteration(row, analyses.evolution));
    llvm::BasicBlock* body = split(*header_, header_->getFirstNonPHI()->getIterator(), "work-item");
    llvm::BasicBlock* end = row.getLoopLatch();
    latch_ = split(*end, end->getTerminator()->getIterator(), "next");
    step_counters();
    guard(*body);
    end_row();
  }

 private:
  llvm::BasicBlock* split(llvm::BasicBlock& block, llvm::BasicBlock::iterator at, const char* name) {
    return llvm::SplitBlock(&block, at, &analyses_.dominators, &analyses_.loops, nullptr, name);
  }

  /// Computes the number of work-items and that of the last lane, before the row.
  void count(const llvm::SCEV& last) {
    llvm::SCEVExpander expander(analyses_.evolution, header_->getDataLayout(), "row");
    llvm::Instruction* end = before_->getTerminator();
    llvm::IRBuilder<> builder(end);
    llvm::Value* number = expander.expandCodeFor(&last, last.getType(), end);
    number = builder.CreateZExtOrTrunc(number, builder.getInt64Ty());
    work_items_ = builder.CreateNUWAdd(number, builder.getInt64(1), "work-items");
    last_ = builder.CreateOr(number, builder.getInt64(kLanesOfQpu - 1), "last");
  }

  /// Counters advance for missing work-items, too.
  void step_counters() {
    for (llvm::PHINode& counter : header_->phis()) {
      auto* next = llvm::cast<llvm::Instruction>(counter.getIncomingValueForBlock(latch_));
      llvm::Instruction* step = next->clone();
      step->dropPoisonGeneratingFlags();
      step->insertBefore(latch_->getTerminator());
      counter.setIncomingValueForBlock(latch_, step);
    }
  }

  void guard(llvm::BasicBlock& body) {
    llvm::IRBuilder<> builder(header_, header_->begin());
    index_ = builder.CreatePHI(builder.getInt64Ty(), 2, "work-item");
    index_->addIncoming(builder.getInt64(0), before_);
    header_->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(header_);
    builder.CreateCondBr(builder.CreateICmpULT(index_, work_items_), &body, latch_);
    analyses_.dominators.changeImmediateDominator(latch_, header_);
  }

  void end_row() {
    auto* end = llvm::cast<llvm::BranchInst>(latch_->getTerminator());
    llvm::IRBuilder<> builder(end);
    index_->addIncoming(builder.CreateNUWAdd(index_, builder.getInt64(1)), latch_);
    const bool goes_on_if_true = end->getSuccessor(0) == header_;
    end->setCondition(goes_on_if_true ? builder.CreateICmpNE(index_, last_)
                                      : builder.CreateICmpEQ(index_, last_));
  }

  const Analyses& analyses_;
  llvm::BasicBlock* header_;
  llvm::BasicBlock* before_;
  llvm::BasicBlock* latch_ = nullptr;
  llvm::PHINode* index_ = nullptr;
  llvm::Value *work_items_ = nullptr, *last_ = nullptr;  ///< their number, and that of the last lane
};

}  // namespace

llvm::PreservedAnalyses TailFolding::run(llvm::Function& function, llvm::FunctionAnalysisManager& manager) {
  const Analyses analyses{manager.getResult<llvm::LoopAnalysis>(function),
                          manager.getResult<llvm::DominatorTreeAnalysis>(function),
                          manager.getResult<llvm::ScalarEvolutionAnalysis>(function)};
  bool changed = false;
  for (llvm::Loop* loop : analyses.loops.getLoopsInPreorder()) {
    if (!is_row(*loop) || !can_be_whole(*loop, analyses.evolution)) continue;
    const WholeRow made(*loop, analyses);
    analyses.evolution.forgetLoop(loop);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
