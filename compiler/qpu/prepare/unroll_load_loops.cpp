// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/unroll_load_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>

#include "compiler/ir/work_item_functions.h"
#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kLoadsTogether = 8;  ///< that two TMUs have under way
constexpr std::size_t kMostOperationsOfBody = 24;
constexpr std::uint64_t kMostStep = 1 << 27;  ///< so that steps of all iterations have 31 bits

/// A loop of one block that goes on while a counter is less than a bound.
struct Counted {
  llvm::PHINode* counter;
  llvm::Value *step, *next, *bound;
  bool is_signed;
};

bool only_computes_and_loads(const llvm::BasicBlock& body) {
  return llvm::all_of(body, [](const llvm::Instruction& instruction) {
    if (called_work_item_function(instruction) != nullptr) return true;
    if (llvm::isa<llvm::CallBase>(instruction))
      return llvm::isa<llvm::IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory();
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr ? load->isSimple() : !instruction.mayReadOrWriteMemory();
  });
}

/// How many iterations run together; 0 if the loop stays as it is.
unsigned iterations_together(const llvm::BasicBlock& body) {
  if (!only_computes_and_loads(body) || body.size() > kMostOperationsOfBody) return 0;
  const auto loads = llvm::count_if(
      body, [](const llvm::Instruction& instruction) { return llvm::isa<llvm::LoadInst>(instruction); });
  return loads == 0 || loads > kLoadsTogether / 2 ? 0 : kLoadsTogether / static_cast<unsigned>(loads);
}

/// Sizes are calls, which LLVM leaves in loops that work-items leave one by one.
void take_out_sizes(llvm::Loop& loop) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(*loop.getHeader())) {
    const bool is_size = called_work_item_function(instruction) != nullptr;
    if ((is_size || llvm::isa<llvm::CastInst>(instruction)) && loop.hasLoopInvariantOperands(&instruction))
      instruction.moveBefore(loop.getLoopPreheader()->getTerminator());
  }
}

class UnrolledLoop {
 public:
  UnrolledLoop(llvm::Loop& loop, const RowDivergence& divergence)
      : body_(*loop.getHeader()), before_(loop.getLoopPreheader()), loop_(loop), divergence_(divergence) {}

  bool may_unroll() const {
    return loop_.getNumBlocks() == 1 && loop_.getExitBlock() != nullptr &&
           divergence_.parting.contains(&body_) && iterations_together(body_) != 0 && find_counter();
  }

  void unroll() {
    together_ = iterations_together(body_);
    make(*find_counter());
  }

 private:
  bool is_fixed(const llvm::Value& value) const {
    return loop_.isLoopInvariant(&value) && !divergence_.varying.contains(&value);
  }

  std::optional<Counted> find_counter() const {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(body_.getTerminator());
    auto* comparison = branch != nullptr ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    if (comparison == nullptr) return {};
    auto goes_on =
        branch->getSuccessor(0) == &body_ ? comparison->getPredicate() : comparison->getInversePredicate();
    llvm::Value *next = comparison->getOperand(0), *bound = comparison->getOperand(1);
    if (loop_.isLoopInvariant(next)) {
      std::swap(next, bound);
      goes_on = llvm::CmpInst::getSwappedPredicate(goes_on);
    }
    llvm::Value *counter = nullptr, *step = nullptr;
    const bool is_less = goes_on == llvm::CmpInst::ICMP_ULT || goes_on == llvm::CmpInst::ICMP_SLT;
    if (!is_less || !next->getType()->isIntegerTy(32) || !match(next, m_Add(m_Value(counter), m_Value(step))))
      return {};
    if (!llvm::isa<llvm::PHINode>(counter)) std::swap(counter, step);
    auto* phi = llvm::dyn_cast<llvm::PHINode>(counter);
    if (phi == nullptr || phi->getParent() != &body_ || phi->getIncomingValueForBlock(&body_) != next ||
        !is_fixed(*step) || !is_fixed(*bound))
      return {};
    return Counted{phi, step, next, bound, goes_on == llvm::CmpInst::ICMP_SLT};
  }

  /// Below it, the counter leaves room for all iterations that run together, and does not overflow; 0, or the
  /// least number, if there is none. `builder` is before the loop.
  llvm::Value* limit(llvm::IRBuilder<>& builder, const Counted& counted) const {
    llvm::Value* steps = builder.CreateMul(counted.step, builder.getInt32(together_ - 1));
    llvm::Value* is_short = builder.CreateICmpULT(counted.step, builder.getInt32(kMostStep));
    llvm::Value* has_room = counted.is_signed ? builder.CreateICmpSGE(counted.bound, builder.getInt32(0))
                                              : builder.CreateICmpUGE(counted.bound, steps);
    const std::uint32_t least = counted.is_signed ? 0x80000000U : 0;
    return builder.CreateSelect(builder.CreateAnd(is_short, has_room),
                                builder.CreateSub(counted.bound, steps), builder.getInt32(least));
  }

  /// Before the loop: `together`, which goes on or leads to `check`, and that to `rest` or the exit.
  void make(const Counted& counted) {
    llvm::BasicBlock* exit = loop_.getExitBlock();
    llvm::Function& function = *body_.getParent();
    const auto add = [&](const char* name) {
      return llvm::BasicBlock::Create(function.getContext(), name, &function, &body_);
    };
    llvm::BasicBlock *enter = add("enter.together"), *together = add("together"), *check = add("check.rest"),
                     *skip = add("skip.together"), *rest = add("rest"), *done = add("no.rest");
    llvm::IRBuilder<> builder(before_->getTerminator());
    llvm::Value* last_start = limit(builder, counted);
    const auto is_less = [&](llvm::Value* a, llvm::Value* b) {
      return builder.CreateICmp(counted.is_signed ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT, a, b);
    };
    builder.CreateCondBr(is_less(counted.counter->getIncomingValueForBlock(before_), last_start), enter,
                         skip);
    before_->getTerminator()->eraseFromParent();
    for (llvm::BasicBlock* block : {enter, skip})
      llvm::BranchInst::Create(block == enter ? together : rest, block);
    llvm::ValueToValueMapTy last;
    fill(*together, *enter, last);
    builder.SetInsertPoint(together);
    llvm::Value* next = last[counted.next];
    builder.CreateCondBr(is_less(next, last_start), together, check);
    builder.SetInsertPoint(check);
    builder.CreateCondBr(is_less(next, counted.bound), rest, done);
    connect(*skip, *check, *rest, last);
    for (llvm::PHINode& phi : exit->phis()) {
      llvm::Value* value = phi.getIncomingValueForBlock(&body_);
      llvm::Value* mapped = last.lookup(value);
      phi.addIncoming(mapped != nullptr ? mapped : value, done);
    }
    llvm::BranchInst::Create(exit, done);
  }

  /// The iterations, with the values of the last one in `last`.
  void fill(llvm::BasicBlock& together, llvm::BasicBlock& enter, llvm::ValueToValueMapTy& last) {
    llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis;
    for (llvm::PHINode& phi : body_.phis()) {
      auto* copy = llvm::PHINode::Create(phi.getType(), 2, phi.getName() + ".together", &together);
      copy->addIncoming(phi.getIncomingValueForBlock(before_), &enter);
      phis.emplace_back(&phi, copy);
      last[&phi] = copy;
    }
    for (unsigned i = 0; i < together_; ++i) {
      if (i > 0) step(last);
      for (llvm::Instruction& instruction : body_) {
        if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) continue;
        llvm::Instruction* copy = instruction.clone();
        copy->insertInto(&together, together.end());
        llvm::RemapInstruction(copy, last, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
        last[&instruction] = copy;
      }
    }
    for (const auto& [phi, copy] : phis) copy->addIncoming(at_end(*phi, last), &together);
  }

  /// What a phi has in the next iteration.
  llvm::Value* at_end(const llvm::PHINode& phi, llvm::ValueToValueMapTy& last) const {
    llvm::Value* value = phi.getIncomingValueForBlock(&body_);
    llvm::Value* mapped = last.lookup(value);
    return mapped != nullptr ? mapped : value;
  }

  void step(llvm::ValueToValueMapTy& last) const {
    llvm::SmallVector<std::pair<llvm::PHINode*, llvm::Value*>> next;
    for (llvm::PHINode& phi : body_.phis()) next.emplace_back(&phi, at_end(phi, last));
    for (const auto& [phi, value] : next) last[phi] = value;
  }

  /// The loop itself runs what is left.
  void connect(llvm::BasicBlock& skip, llvm::BasicBlock& check, llvm::BasicBlock& rest,
               llvm::ValueToValueMapTy& last) {
    llvm::BranchInst* to_body = llvm::BranchInst::Create(&body_, &rest);
    for (llvm::PHINode& phi : body_.phis()) {
      auto* start = llvm::PHINode::Create(phi.getType(), 2, phi.getName() + ".rest", to_body->getIterator());
      start->addIncoming(phi.getIncomingValueForBlock(before_), &skip);
      start->addIncoming(at_end(phi, last), &check);
      phi.setIncomingValue(static_cast<unsigned>(phi.getBasicBlockIndex(before_)), start);
      phi.replaceIncomingBlockWith(before_, &rest);
    }
  }

  llvm::BasicBlock& body_;
  llvm::BasicBlock* before_;
  llvm::Loop& loop_;
  const RowDivergence& divergence_;
  unsigned together_ = 0;
};

}  // namespace

llvm::PreservedAnalyses UnrollLoadLoops::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  const auto all = loops.getLoopsInPreorder();
  if (all.empty()) return llvm::PreservedAnalyses::all();
  const RowDivergence divergence = find_row_divergence(function);
  for (llvm::Loop* loop : all) {
    if (loop->getNumBlocks() != 1 || !only_computes_and_loads(*loop->getHeader())) continue;
    if (loop->getLoopPreheader() == nullptr)
      llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false);
    take_out_sizes(*loop);
  }
  llvm::SmallVector<llvm::Loop*> chosen;
  llvm::copy_if(all, std::back_inserter(chosen),
                [&](llvm::Loop* loop) { return UnrolledLoop(*loop, divergence).may_unroll(); });
  for (llvm::Loop* loop : chosen) {
    llvm::formLCSSA(*loop, dominators, &loops, nullptr);
    UnrolledLoop(*loop, divergence).unroll();
  }
  return unless_changed(true);
}

}  // namespace quadcl::compiler::qpu
