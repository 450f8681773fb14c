// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/index_set_splitting.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "compiler/analysis/loop_form.h"
#include "compiler/ir/pass.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/rows/closed_forms.h"

namespace quadcl::compiler {
namespace {

/// Limit of iterations, so that no sum of counts overflows.
constexpr std::uint64_t kMostIterations = std::uint64_t{1} << 32;
/// Limit of examined parts of a condition.
constexpr std::size_t kMostParts = 32;

/// A comparison that holds in every iteration with an effect: `predicate` between `start` plus the number of
/// the iteration and `bound`. Both are computed before the loop.
struct Condition {
  llvm::ICmpInst* comparison;
  llvm::CmpInst::Predicate predicate;
  const llvm::SCEV* start;
  const llvm::SCEV* bound;
};

struct ConditionalLoop {
  llvm::Loop* loop;
  llvm::PHINode* counter;  ///< 0, 1, ...
  llvm::BasicBlock *before, *header, *latch, *exit;
  bool skips_if_true;  ///< the condition at the end of the header
  std::vector<Condition> conditions;
};

bool has_side_effects(const llvm::BasicBlock& block) {
  return llvm::any_of(block, [](const llvm::Instruction& instruction) {
    return instruction.mayHaveSideEffects() || instruction.isVolatile() || instruction.isAtomic();
  });
}

bool leads_only_to(const llvm::BasicBlock& block, const llvm::BasicBlock& next) {
  return &block == &next || (block.getSingleSuccessor() == &next && block.sizeWithoutDebug() == 1);
}

/// The first few comparisons that are all equal to `truth` if `condition` is.
std::vector<llvm::ICmpInst*> joined_comparisons(llvm::Value* condition, bool truth) {
  using namespace llvm::PatternMatch;
  std::vector<llvm::ICmpInst*> comparisons;
  std::vector<llvm::Value*> parts{condition};
  for (std::size_t i = 0; i < parts.size() && i < kMostParts; ++i) {
    llvm::Value *left = nullptr, *right = nullptr;
    if (truth ? match(parts[i], m_LogicalAnd(m_Value(left), m_Value(right)))
              : match(parts[i], m_LogicalOr(m_Value(left), m_Value(right)))) {
      parts.insert(parts.end(), {left, right});
    } else if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(parts[i])) {
      comparisons.push_back(comparison);
    }
  }
  return comparisons;
}

class Finder {
 public:
  Finder(llvm::ScalarEvolution& evolution, const llvm::SCEVExpander& expander)
      : evolution_(evolution), expander_(expander) {}

  std::optional<ConditionalLoop> find(llvm::Loop& loop) {
    llvm::PHINode* counter = counter_of(loop);
    if (counter == nullptr) return {};
    llvm::BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(header->getTerminator());
    if (branch == nullptr || !branch->isConditional()) return {};
    const bool skips_if_true = leads_only_to(*branch->getSuccessor(0), *latch);
    if (skips_if_true == leads_only_to(*branch->getSuccessor(1), *latch)) return {};
    ConditionalLoop found{&loop,         counter, loop.getLoopPreheader(), header, latch, loop.getExitBlock(),
                          skips_if_true, {}};
    for (llvm::ICmpInst* comparison : joined_comparisons(branch->getCondition(), !skips_if_true))
      if (auto condition = find_condition(*comparison, loop, !skips_if_true))
        found.conditions.push_back(*condition);
    return found.conditions.empty() ? std::nullopt : std::optional(found);
  }

 private:
  /// The counter of a loop of the right form, else null. Only the counter may pass from one iteration to the
  /// next, and results may leave the loop only through memory.
  llvm::PHINode* counter_of(llvm::Loop& loop) {
    if (!(loop.isInnermost() || is_over_work_items(loop)) || !loop.isLoopSimplifyForm() ||
        loop.getExitBlock() == nullptr)
      return nullptr;
    llvm::BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
    if (header == latch || loop.getExitingBlock() != latch ||
        !llvm::isa<llvm::BranchInst>(latch->getTerminator()))
      return nullptr;
    if (has_side_effects(*header) || has_side_effects(*latch) || latch->phis().begin() != latch->phis().end())
      return nullptr;
    if (is_used_outside(loop)) return nullptr;
    llvm::PHINode* counter = loop.getCanonicalInductionVariable();
    const bool is_alone = counter != nullptr && std::next(header->phis().begin()) == header->phis().end();
    return is_alone && counter->getType()->isIntegerTy(64) && is_short(loop) ? counter : nullptr;
  }

  bool is_short(llvm::Loop& loop) {
    const llvm::SCEV* count = evolution_.getBackedgeTakenCount(&loop);
    return !llvm::isa<llvm::SCEVCouldNotCompute>(count) &&
           evolution_.getUnsignedRangeMax(count).ult(kMostIterations) && can_be_computed_before(count, loop);
  }

  bool can_be_computed_before(const llvm::SCEV* value, const llvm::Loop& loop) {
    return evolution_.isLoopInvariant(value, &loop) &&
           expander_.isSafeToExpandAt(value, loop.getLoopPreheader()->getTerminator());
  }

  std::optional<Condition> find_condition(llvm::ICmpInst& comparison, const llvm::Loop& loop, bool truth) {
    if (!comparison.getOperand(0)->getType()->isIntegerTy() || !loop.contains(&comparison)) return {};
    if (comparison.getOperand(0)->getType()->getIntegerBitWidth() > 64) return {};
    llvm::CmpInst::Predicate predicate = truth ? comparison.getPredicate() : comparison.getInversePredicate();
    const llvm::SCEV* rising = evolution_.getSCEV(comparison.getOperand(0));
    const llvm::SCEV* bound = evolution_.getSCEV(comparison.getOperand(1));
    if (evolution_.isLoopInvariant(rising, &loop)) {
      std::swap(rising, bound);
      predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(rising);
    if (predicate == llvm::CmpInst::ICMP_NE || recurrence == nullptr || recurrence->getLoop() != &loop ||
        !recurrence->isAffine() || !recurrence->getStepRecurrence(evolution_)->isOne())
      return {};
    if (!can_be_computed_before(recurrence->getStart(), loop) || !can_be_computed_before(bound, loop))
      return {};
    return Condition{&comparison, predicate, recurrence->getStart(), bound};
  }

  llvm::ScalarEvolution& evolution_;
  const llvm::SCEVExpander& expander_;
};

/// The data to rewrite a loop. It is computed before any change, after which no analysis is used.
struct Values {
  llvm::Value* last;  ///< number of the last iteration
  std::vector<llvm::Value*> starts, bounds;
};

Values compute_before(const ConditionalLoop& loop, llvm::ScalarEvolution& evolution,
                      llvm::SCEVExpander& expander) {
  llvm::IRBuilder<> builder(loop.before->getTerminator());
  std::map<const llvm::SCEV*, llvm::Value*> known;
  // Frozen: a condition may be undefined where the program does not evaluate it.
  const auto compute = [&](const llvm::SCEV* value) {
    llvm::Value*& computed = known[value];
    if (computed == nullptr)
      computed = builder.CreateFreeze(expander.expandCodeFor(value, nullptr, builder.GetInsertPoint()));
    return computed;
  };
  Values values{};
  llvm::Value* last = compute(evolution.getBackedgeTakenCount(loop.loop));
  values.last = builder.CreateZExtOrTrunc(last, loop.counter->getType());
  for (const Condition& condition : loop.conditions) {
    values.starts.push_back(compute(condition.start));
    values.bounds.push_back(compute(condition.bound));
  }
  return values;
}

/// A stretch, whose iterations are counted from 0: the part with an effect, and the length of all.
struct Stretch {
  llvm::Value *begin, *end, *length;
};

/// Computes stretches. Within one, compared values only rise.
class StretchBuilder {
 public:
  StretchBuilder(const ConditionalLoop& loop, const Values& values, llvm::IRBuilder<>& builder)
      : loop_(loop), values_(values), builder_(builder) {}

  Stretch from(llvm::Value* first) {
    find_rest_of_stretch(first);
    for (std::size_t i = 0; i < loop_.conditions.size(); ++i) apply_condition(i);
    return {builder_.CreateNUWAdd(first, failing_, "begin"), builder_.CreateNUWAdd(first, passing_, "end"),
            length_};
  }

 private:
  llvm::Value* value_at(llvm::Value* first, std::size_t condition) {
    llvm::Value* start = values_.starts[condition];
    return builder_.CreateAdd(start, builder_.CreateZExtOrTrunc(first, start->getType()));
  }

  llvm::Value* wide(llvm::Value* value) { return builder_.CreateZExt(value, builder_.getInt64Ty()); }

  llvm::Value* least(llvm::Value* left, llvm::Value* right) {
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, right);
  }

  /// The number of iterations of the stretch after the first one.
  void find_rest_of_stretch(llvm::Value* first) {
    rest_ = builder_.CreateNUWSub(values_.last, first);
    for (std::size_t i = 0; i < loop_.conditions.size(); ++i) {
      llvm::Value* value = value_at(first, i);
      at_first_.push_back(value);
      const unsigned bits = value->getType()->getIntegerBitWidth();
      const llvm::APInt largest = llvm::CmpInst::isSigned(loop_.conditions[i].predicate)
                                      ? llvm::APInt::getSignedMaxValue(bits)
                                      : llvm::APInt::getMaxValue(bits);
      rest_ = least(rest_, wide(builder_.CreateSub(builder_.getInt(largest), value)));
    }
    length_ = builder_.CreateNUWAdd(rest_, builder_.getInt64(1), "length");
    failing_ = builder_.getInt64(0);
    passing_ = length_;
  }

  void apply_condition(std::size_t index) {
    using P = llvm::CmpInst::Predicate;
    const P predicate = loop_.conditions[index].predicate;
    if (predicate == P::ICMP_EQ) {
      apply(index, P::ICMP_UGE);
      apply(index, P::ICMP_ULE);
    } else {
      apply(index, predicate);
    }
  }

  /// The first iterations are below a bound, the last ones above it.
  void apply(std::size_t index, llvm::CmpInst::Predicate predicate) {
    llvm::Value *value = at_first_[index], *bound = values_.bounds[index];
    const bool first_pass = llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
    const bool first_ones_include_bound = llvm::ICmpInst::isLE(predicate) || llvm::ICmpInst::isGT(predicate);
    llvm::Value* until_bound = wide(builder_.CreateSub(bound, value));
    llvm::Value* first_ones = first_ones_include_bound
                                  ? builder_.CreateNUWAdd(least(rest_, until_bound), builder_.getInt64(1))
                                  : least(length_, until_bound);
    const auto below = first_pass ? predicate : llvm::CmpInst::getInversePredicate(predicate);
    first_ones =
        builder_.CreateSelect(builder_.CreateICmp(below, value, bound), first_ones, builder_.getInt64(0));
    if (first_pass) {
      passing_ = least(passing_, first_ones);
    } else {
      failing_ = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, failing_, first_ones);
    }
  }

  const ConditionalLoop& loop_;
  const Values& values_;
  llvm::IRBuilder<>& builder_;
  std::vector<llvm::Value*> at_first_;  ///< the compared values in the first iteration
  llvm::Value *rest_ = nullptr, *length_ = nullptr;
  llvm::Value* failing_ = nullptr;  ///< iterations without effect at the start of the stretch
  llvm::Value* passing_ = nullptr;  ///< the first iteration after those with an effect
};

/// The loop around the loop. It runs over stretches of iterations in which no compared value wraps around;
/// nearly always there is only one. The inner loop runs the part of the stretch from `begin` to `end`. The
/// first stretch is computed before the loop: for most rows it is the same as for the row before.
class Rewriter {
 public:
  Rewriter(const ConditionalLoop& loop, const Values& values)
      : loop_(loop),
        values_(values),
        context_(loop.header->getContext()),
        stretch_(new_block("stretch")),
        next_(new_block("stretch.next")),
        again_(new_block("stretch.again")),
        builder_(stretch_) {}

  void rewrite() {
    llvm::Type* number = builder_.getInt64Ty();
    first_ = builder_.CreatePHI(number, 2, "first");
    phis_ = {builder_.CreatePHI(number, 2, "from"), builder_.CreatePHI(number, 2, "until"),
             builder_.CreatePHI(number, 2, "count")};
    auto [begin, end, length] = phis_;
    builder_.CreateCondBr(builder_.CreateICmpULT(begin, end), loop_.header, next_);
    builder_.SetInsertPoint(loop_.before->getTerminator());
    add_stretch(builder_.getInt64(0), loop_.before);
    builder_.SetInsertPoint(next_);
    llvm::Value* following = builder_.CreateNUWAdd(first_, length);
    builder_.CreateCondBr(builder_.CreateICmpULE(following, values_.last), again_, loop_.exit);
    builder_.SetInsertPoint(again_);
    add_stretch(following, again_);
    builder_.CreateBr(stretch_);
    loop_.exit->replacePhiUsesWith(loop_.latch, next_);
    loop_.before->getTerminator()->replaceSuccessorWith(loop_.header, stretch_);
    loop_.counter->replaceIncomingBlockWith(loop_.before, stretch_);
    loop_.counter->setIncomingValueForBlock(stretch_, begin);
    end_loop_at(*end);
    drop_conditions();
  }

 private:
  llvm::BasicBlock* new_block(const char* name) {
    return llvm::BasicBlock::Create(context_, name, loop_.header->getParent(), loop_.header);
  }

  void add_stretch(llvm::Value* first, llvm::BasicBlock* from) {
    const auto [begin, end, length] = StretchBuilder(loop_, values_, builder_).from(first);
    first_->addIncoming(first, from);
    llvm::Value* const values[] = {begin, end, length};
    for (std::size_t i = 0; i < phis_.size(); ++i) phis_[i]->addIncoming(values[i], from);
  }

  void end_loop_at(llvm::Value& end) {
    auto* branch = llvm::cast<llvm::BranchInst>(loop_.latch->getTerminator());
    llvm::MDNode* properties = branch->getMetadata(llvm::LLVMContext::MD_loop);
    llvm::Value* own_condition = branch->getCondition();
    builder_.SetInsertPoint(branch);
    llvm::Value* count = loop_.counter->getIncomingValueForBlock(loop_.latch);
    llvm::Value* more = builder_.CreateICmpULT(count, &end);
    builder_.CreateCondBr(more, loop_.header, next_)->setMetadata(llvm::LLVMContext::MD_loop, properties);
    branch->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(own_condition);
  }

  void drop_conditions() {
    llvm::Value* passes = llvm::ConstantInt::getBool(context_, !loop_.skips_if_true);
    for (const Condition& condition : loop_.conditions) condition.comparison->replaceAllUsesWith(passes);
    llvm::SimplifyInstructionsInBlock(loop_.header);
    llvm::ConstantFoldTerminator(loop_.header, /*DeleteDeadConditions=*/true);
  }

  const ConditionalLoop& loop_;
  const Values& values_;
  llvm::LLVMContext& context_;
  llvm::BasicBlock *stretch_, *next_, *again_;
  llvm::IRBuilder<> builder_;
  llvm::PHINode* first_ = nullptr;        ///< number of the stretch's first iteration
  std::array<llvm::PHINode*, 3> phis_{};  ///< begin, end and length of the stretch
};

}  // namespace

llvm::PreservedAnalyses IndexSetSplitting::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops.empty()) return llvm::PreservedAnalyses::all();
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  llvm::SCEVExpander expander(evolution, function.getDataLayout(), "condition");
  Finder finder(evolution, expander);
  std::vector<ConditionalLoop> found;
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (is_over_work_items(*loop) && !loop->isInnermost())
      changed |= make_closed_forms(*loop, evolution, StepsToReplace::all);
    if (auto conditional = finder.find(*loop)) found.push_back(*conditional);
  }
  std::vector<Values> values;
  for (const ConditionalLoop& loop : found) values.push_back(compute_before(loop, evolution, expander));
  for (std::size_t i = 0; i < found.size(); ++i) Rewriter(found[i], values[i]).rewrite();
  return unless_changed(changed || !found.empty());
}

}  // namespace quadcl::compiler
