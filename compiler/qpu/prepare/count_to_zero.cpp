// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/count_to_zero.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

/// A counter that grows by 1, and its comparison with a bound that stays the same in the loop.
struct Counter {
  llvm::PHINode* count;
  llvm::Instruction* next;
  llvm::ICmpInst* test;
  llvm::Value* bound;
  bool is_equality_if_true;  ///< whether the test holds at the bound
};

class LoopCounters {
 public:
  LoopCounters(llvm::Loop& loop, llvm::ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution), before_(loop.getLoopPreheader()), latch_(loop.getLoopLatch()) {}

  bool run() {
    if (before_ == nullptr || latch_ == nullptr) return false;
    llvm::SmallVector<Counter> counters;
    for (llvm::PHINode& phi : loop_.getHeader()->phis())
      if (const auto counter = counter_of(phi)) counters.push_back(*counter);
    for (const Counter& counter : counters) replace(counter);
    return !counters.empty();
  }

 private:
  bool is_outside(const llvm::User& user) const {
    return !loop_.contains(llvm::cast<llvm::Instruction>(&user));
  }

  /// Whether it is a phi behind the loop that takes the counter from each exit.
  static bool takes_counter(const llvm::User& user, const llvm::PHINode& count, const llvm::Value& next) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
    return phi != nullptr && llvm::all_of(phi->incoming_values(), [&](const llvm::Value* value) {
             return value == &count || value == &next;
           });
  }

  std::optional<Counter> counter_of(llvm::PHINode& phi) const {
    auto* next = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(latch_));
    if (!phi.getType()->isIntegerTy(32) || next == nullptr || !match(next, m_Add(m_Specific(&phi), m_One())))
      return {};
    llvm::ICmpInst* test = nullptr;
    for (llvm::User* user : next->users()) {
      if (user == &phi || (is_outside(*user) && takes_counter(*user, phi, *next))) continue;
      if (test != nullptr || is_outside(*user) || !llvm::isa<llvm::ICmpInst>(user)) return {};
      test = llvm::cast<llvm::ICmpInst>(user);
    }
    const bool only_counts = llvm::all_of(phi.users(), [&](const llvm::User* user) {
      return user == next || (is_outside(*user) && takes_counter(*user, phi, *next));
    });
    return test != nullptr && only_counts ? with_bound(phi, *next, *test) : std::nullopt;
  }

  /// If the comparison finds out whether the counter has come to the bound.
  std::optional<Counter> with_bound(llvm::PHINode& phi, llvm::Instruction& next, llvm::ICmpInst& test) const {
    llvm::Value* bound = test.getOperand(1);
    llvm::CmpInst::Predicate predicate = test.getPredicate();
    if (bound == &next) {
      bound = test.getOperand(0);
      predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    if (!loop_.isLoopInvariant(bound) || match(bound, m_Zero())) return {};
    if (!llvm::CmpInst::isEquality(predicate)) {
      const bool goes_on_if_true =
          predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_SLT;
      const auto is_less = goes_on_if_true ? predicate : llvm::CmpInst::getInversePredicate(predicate);
      if ((is_less != llvm::CmpInst::ICMP_ULT && is_less != llvm::CmpInst::ICMP_SLT) ||
          !comes_to_bound(phi, *bound, is_less) || !decides(test, goes_on_if_true))
        return {};
      predicate = goes_on_if_true ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ;
    }
    return Counter{&phi, &next, &test, bound, predicate == llvm::CmpInst::ICMP_EQ};
  }

  /// Whether the loop is only entered below the bound.
  bool comes_to_bound(llvm::PHINode& phi, llvm::Value& bound, llvm::CmpInst::Predicate is_less) const {
    return evolution_.isLoopEntryGuardedByCond(&loop_, is_less,
                                               evolution_.getSCEV(phi.getIncomingValueForBlock(before_)),
                                               evolution_.getSCEV(&bound));
  }

  /// Whether each iteration makes the test, and the loop ends where it says so.
  bool decides(const llvm::ICmpInst& test, bool goes_on_if_true) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch_->getTerminator());
    if (branch == nullptr || !branch->isConditional() || test.getParent() != latch_) return false;
    return branch->getSuccessor(goes_on_if_true ? 0 : 1) == loop_.getHeader() &&
           is_part(test, *branch->getCondition(), goes_on_if_true);
  }

  /// Of a conjunction, or else of a disjunction.
  static bool is_part(const llvm::ICmpInst& test, const llvm::Value& condition, bool is_and) {
    if (&condition == &test) return true;
    const llvm::Value *a = nullptr, *b = nullptr;
    const bool matches = is_and ? match(&condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                                : match(&condition, m_LogicalOr(m_Value(a), m_Value(b)));
    return matches && (is_part(test, *a, is_and) || is_part(test, *b, is_and));
  }

  /// Before the outermost loop in which they stay the same.
  llvm::Instruction* place_for(const llvm::Value& start, const llvm::Value& bound) const {
    const llvm::Loop* loop = &loop_;
    for (const llvm::Loop* next = loop_.getParentLoop();
         next != nullptr && next->isLoopInvariant(&start) && next->isLoopInvariant(&bound) &&
         next->getLoopPreheader() != nullptr;
         next = next->getParentLoop())
      loop = next;
    return loop->getLoopPreheader()->getTerminator();
  }

  void replace(const Counter& counter) {
    const auto [count, next, test, bound, is_equality_if_true] = counter;
    llvm::Value* first = count->getIncomingValueForBlock(before_);
    llvm::IRBuilder<> builder(place_for(*first, *bound));
    llvm::Value* start = builder.CreateSub(first, bound);
    builder.SetInsertPoint(count);
    llvm::PHINode* left = builder.CreatePHI(count->getType(), 2, count->getName() + ".left");
    builder.SetInsertPoint(next);
    llvm::Value* next_left = builder.CreateAdd(left, builder.getInt32(1), next->getName() + ".left");
    left->addIncoming(start, before_);
    left->addIncoming(next_left, latch_);
    builder.SetInsertPoint(test);
    const auto predicate = is_equality_if_true ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE;
    test->replaceAllUsesWith(builder.CreateICmp(predicate, next_left, builder.getInt32(0)));
    test->eraseFromParent();
    llvm::SmallSetVector<llvm::PHINode*, 4> outside;
    for (const llvm::Instruction* value : {static_cast<llvm::Instruction*>(count), next})
      for (const llvm::User* user : value->users())
        if (is_outside(*user)) outside.insert(const_cast<llvm::PHINode*>(llvm::cast<llvm::PHINode>(user)));
    for (llvm::PHINode* phi : outside) give_back(*phi, *count, *left, *next_left, *bound);
    count->replaceAllUsesWith(llvm::PoisonValue::get(count->getType()));
    next->eraseFromParent();
    count->eraseFromParent();
  }

  /// The count behind the loop.
  static void give_back(llvm::PHINode& phi, const llvm::PHINode& count, llvm::Value& left,
                        llvm::Value& next_left, llvm::Value& bound) {
    for (llvm::Use& use : phi.incoming_values()) use.set(use.get() == &count ? &left : &next_left);
    llvm::BasicBlock& block = *phi.getParent();
    llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
    auto* sum = llvm::cast<llvm::Instruction>(builder.CreateAdd(&phi, &bound));
    phi.replaceUsesWithIf(sum, [&](const llvm::Use& use) { return use.getUser() != sum; });
  }

  llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
  llvm::BasicBlock *before_, *latch_;
};

}  // namespace

llvm::PreservedAnalyses CountToZero::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const RowDivergence divergence = find_row_divergence(function);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (loop->getLoopLatch() != nullptr && divergence.parting.contains(loop->getLoopLatch()))
      changed |= LoopCounters(*loop, evolution).run();
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
