// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/store_ways.h"

#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/worklist.h"
#include "compiler/qpu/tiles/linear_sum.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

/// Of a condition that holds if others do, the others.
void add_parts(const Condition& condition, Way& way) {
  llvm::Value *a = nullptr, *b = nullptr;
  const bool is_several = condition.holds ? match(condition.value, m_LogicalAnd(m_Value(a), m_Value(b)))
                                          : match(condition.value, m_LogicalOr(m_Value(a), m_Value(b)));
  if (!is_several) return way.push_back(condition);
  add_parts({a, condition.holds}, way);
  add_parts({b, condition.holds}, way);
}

/// Finds the conditions of branches of which each is the only way to what follows.
class SingleWay {
 public:
  SingleWay(const KernelFacts& facts, const llvm::StoreInst& store, const llvm::LoadInst& load)
      : facts_(facts), store_(store), load_(load) {}

  /// Empty if several ways lead to a block on the way to the store, which `end` is then.
  std::optional<Way> find() {
    Way& way = way_;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> parting;  // that the conditions are about
    const llvm::DominatorTree& dominators = facts_.dominators;
    const llvm::BasicBlock* block = store_.getParent();
    while (!dominators.dominates(block, load_.getParent())) {
      const llvm::BasicBlock* before = dominators.getNode(block)->getIDom()->getBlock();
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
      if (is_entered_from(*block, *before) && branch != nullptr) {
        if (branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
          Way longer;
          add_parts({branch->getCondition(), branch->getSuccessor(0) == block}, longer);
          way.insert(way.begin(), longer.begin(), longer.end());
          parting.insert(before);
        }
      } else if (!facts_.post_dominators.dominates(block, before)) {
        end_ = block;
        return {};
      }
      block = before;
    }
    if (block == load_.getParent() && (block != store_.getParent() || !dominators.dominates(&store_, &load_)))
      return {};
    if (block != store_.getParent() && leads_around(*block, parting)) return {};
    return way;
  }

  const llvm::BasicBlock* end() const { return end_; }
  /// From there.
  const Way& rest() const { return way_; }

 private:
  /// Whether a block is only reached from another one, except from what it leads to itself.
  bool is_entered_from(const llvm::BasicBlock& block, const llvm::BasicBlock& before) const {
    return llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* one) {
      return one == &before || facts_.dominators.dominates(&block, one);
    });
  }

  /// Whether a path leads from the end of a block to the load, not over the store, though all conditions
  /// hold.
  bool leads_around(const llvm::BasicBlock& start,
                    const llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& parting) const {
    Worklist<const llvm::BasicBlock*> open(&start);
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.take();
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        const bool is_chosen =
            !parting.contains(block) || facts_.dominators.dominates(next, store_.getParent());
        if (!is_chosen || next == store_.getParent()) continue;
        if (next == load_.getParent()) return true;
        open.add(next);
      }
    }
    return false;
  }

  const KernelFacts& facts_;
  const llvm::StoreInst& store_;
  const llvm::LoadInst& load_;
  const llvm::BasicBlock* end_ = nullptr;
  Way way_;
};

/// Whether one number would have to be two.
bool contradicts_itself(const Way& way) {
  llvm::DenseMap<llvm::Value*, llvm::ConstantInt*> numbers;
  for (const Condition& condition : way) {
    const auto equality = equality_of(condition);
    auto* constant = equality ? llvm::dyn_cast<llvm::ConstantInt>(equality->other) : nullptr;
    if (constant != nullptr && numbers.try_emplace(equality->number, constant).first->second != constant)
      return true;
  }
  return false;
}

/// Finds all ways to a block, in front of another one that all come to before the load.
class SeveralWays {
 public:
  SeveralWays(const KernelFacts& facts, const llvm::BasicBlock& end, const llvm::LoadInst& load)
      : facts_(facts), end_(end), load_(*load.getParent()) {}

  std::optional<Ways> find() {
    start_ = &end_;
    while (!facts_.dominators.dominates(start_, &load_))
      start_ = facts_.dominators.getNode(start_)->getIDom()->getBlock();
    const auto* node = facts_.post_dominators.getNode(start_);
    join_ = node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
    if (start_ == &end_ || join_ == nullptr || !facts_.dominators.dominates(join_, &load_)) return {};
    follow(*start_, {});
    if (fails_ || ways_.empty()) return {};
    return std::move(ways_);
  }

 private:
  static constexpr unsigned kMostSteps = 64;

  void follow(const llvm::BasicBlock& block, Way way) {
    if (&block == join_ || contradicts_itself(way)) return;
    if (&block == &end_) {
      ways_.push_back(std::move(way));
      return;
    }
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    fails_ = fails_ || branch == nullptr || ++steps_ > kMostSteps ||
             facts_.loops.getLoopFor(&block) != facts_.loops.getLoopFor(start_);
    if (fails_) return;
    for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
      const llvm::BasicBlock& next = *branch->getSuccessor(i);
      fails_ = fails_ || facts_.dominators.dominates(&next, start_);
      Way longer = way;
      if (branch->isConditional()) add_parts({branch->getCondition(), i == 0}, longer);
      if (!fails_) follow(next, std::move(longer));
    }
  }

  const KernelFacts& facts_;
  const llvm::BasicBlock &end_, &load_;
  const llvm::BasicBlock *start_ = nullptr, *join_ = nullptr;
  Ways ways_;
  unsigned steps_ = 0;
  bool fails_ = false;
};

}  // namespace

std::optional<Equality> equality_of(const Condition& condition) {
  llvm::Value *number = nullptr, *other = nullptr;
  llvm::CmpInst::Predicate predicate{};
  if (!match(condition.value, m_ICmp(predicate, m_Value(number), m_Value(other)))) return {};
  if (!condition.holds) predicate = llvm::CmpInst::getInversePredicate(predicate);
  if (predicate == llvm::CmpInst::ICMP_ULT && match(other, m_One())) {
    predicate = llvm::CmpInst::ICMP_EQ;
    other = llvm::ConstantInt::get(other->getType(), 0);
  }
  if (predicate != llvm::CmpInst::ICMP_EQ) return {};
  return Equality{&without_casts(*number), other};
}

std::optional<Ways> ways_to(const KernelFacts& facts, const llvm::StoreInst& store,
                            const llvm::LoadInst& load) {
  SingleWay single(facts, store, load);
  if (auto way = single.find()) return Ways{std::move(*way)};
  if (single.end() == nullptr) return {};
  auto ways = SeveralWays(facts, *single.end(), load).find();
  if (ways)
    for (Way& way : *ways) way.insert(way.end(), single.rest().begin(), single.rest().end());
  return ways;
}

bool is_always_gone(const std::optional<Ways>& ways) {
  return ways && ways->size() == 1 && ways->front().empty();
}

}  // namespace quadcl::compiler::qpu
