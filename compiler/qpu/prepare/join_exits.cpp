// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/join_exits.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <vector>

#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {
namespace {

/// Operations of the first test, which is then made before the loop, and in turns that the second one ends.
constexpr std::size_t kMostOperations = 16;

class LoopOfTwo {
 public:
  explicit LoopOfTwo(llvm::Loop& loop)
      : header_(*loop.getHeader()), body_(*loop.getLoopLatch()), before_(*loop.getLoopPreheader()) {}

  bool may_join() {
    first_ = llvm::dyn_cast<llvm::BranchInst>(header_.getTerminator());
    second_ = llvm::dyn_cast<llvm::BranchInst>(body_.getTerminator());
    if (first_ == nullptr || second_ == nullptr || !first_->isConditional() || !second_->isConditional())
      return false;
    if (other_than(*first_, body_) == &header_ || other_than(*second_, header_) == &body_) return false;
    return has_plain_header() && leaves_with_same_values();
  }

  void join() {
    llvm::BasicBlock* start =
        llvm::BasicBlock::Create(header_.getContext(), "start", header_.getParent(), &header_);
    llvm::BranchInst::Create(&body_, start);
    const bool goes_on_if_true = first_->getSuccessor(0) == &body_;
    llvm::Instruction* jump = before_.getTerminator();
    llvm::ValueToValueMapTy at_start, at_end;
    llvm::Value* test = test_at(*jump, before_, at_start);
    llvm::BranchInst::Create(goes_on_if_true ? start : left_, goes_on_if_true ? left_ : start, test,
                             jump->getIterator());
    jump->eraseFromParent();
    for (const auto& [phi, block, value] : left_from_body_) phi->setIncomingValueForBlock(block, value);
    llvm::Value* second_test = test_at(*second_, body_, at_end);
    carry_over(*start, at_start, at_end);
    leave_from_body(*second_test, goes_on_if_true);
    for (llvm::PHINode& phi : left_->phis()) {
      const auto place = static_cast<unsigned>(phi.getBasicBlockIndex(&header_));
      phi.setIncomingValue(place, of_turn(phi.getIncomingValue(place), before_));
      phi.setIncomingBlock(place, &before_);
    }
    while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&header_.front())) {
      phi->replaceIncomingBlockWith(&before_, start);
      phi->moveBefore(body_, body_.getFirstNonPHIIt());
    }
    header_.eraseFromParent();
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(test);
    if (known != nullptr && known->isOne() == goes_on_if_true && left_->hasNPredecessorsOrMore(2))
      llvm::ConstantFoldTerminator(&before_);
  }

 private:
  static llvm::BasicBlock* other_than(const llvm::BranchInst& branch, const llvm::BasicBlock& block) {
    return branch.getSuccessor(branch.getSuccessor(0) == &block ? 1 : 0);
  }

  /// Phis and a test that may be made too often. The body may use what the test computes.
  bool has_plain_header() const {
    std::size_t operations = 0;
    for (const llvm::Instruction& instruction : header_) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) continue;
      const bool is_of_loop = llvm::all_of(instruction.users(), [this](const llvm::User* user) {
        const llvm::BasicBlock* block = llvm::cast<llvm::Instruction>(user)->getParent();
        return block == &header_ || block == &body_;
      });
      if (++operations > kMostOperations || !is_of_loop || instruction.mayReadOrWriteMemory() ||
          !llvm::isSafeToSpeculativelyExecute(&instruction))
        return false;
    }
    return header_.hasNPredecessors(2) && llvm::none_of(body_.phis(), [](const auto&) { return true; });
  }

  /// Where control goes from an exit of the loop that does nothing.
  llvm::BasicBlock* behind(llvm::BasicBlock& exit) const {
    llvm::BasicBlock* next = exit.getSingleSuccessor();
    const bool does_nothing = &*exit.getFirstNonPHIIt() == exit.getTerminator() &&
                              exit.getSinglePredecessor() != nullptr && next != nullptr;
    return does_nothing ? next : nullptr;
  }

  bool leaves_with_same_values() {
    left_ = other_than(*first_, body_);
    llvm::BasicBlock* other = other_than(*second_, header_);
    if (left_ == other)
      return llvm::all_of(left_->phis(), [this](llvm::PHINode& phi) {
        return has_common_value(phi, body_, *phi.getIncomingValueForBlock(&header_),
                                *phi.getIncomingValueForBlock(&body_));
      });
    llvm::BasicBlock* common = behind(*left_);
    if (common == nullptr || behind(*other) != common) return false;
    return llvm::all_of(common->phis(), [&](llvm::PHINode& phi) {
      return has_common_value(phi, *other, *through(phi.getIncomingValueForBlock(left_), *left_),
                              *through(phi.getIncomingValueForBlock(other), *other));
    });
  }

  /// Whether lanes leave with one value by both tests, and notes which the phi then gets from the body.
  bool has_common_value(llvm::PHINode& phi, llvm::BasicBlock& from, llvm::Value& by_first,
                        llvm::Value& by_second) {
    llvm::Value* common = common_value(by_first, by_second);
    if (common != nullptr && common != &by_second) left_from_body_.push_back({&phi, &from, common});
    return common != nullptr;
  }

  static llvm::Value* through(llvm::Value* value, llvm::BasicBlock& exit) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    return phi != nullptr && phi->getParent() == &exit ? phi->getIncomingValue(0) : value;
  }

  /// What a lane has that the second test ends, or the first one of the next turn; null if that may differ.
  /// Where a test ends by the equality of two values, they are one.
  llvm::Value* common_value(llvm::Value& by_first, llvm::Value& by_second) const {
    llvm::Value* next = of_turn(&by_first, body_);
    if (next == &by_second || are_equal_behind(*second_, header_, *next, by_second)) return next;
    const auto is_other = [&](unsigned i) {
      const auto* test = llvm::cast<llvm::ICmpInst>(first_->getCondition());
      return &by_first == test->getOperand(i) && of_turn(test->getOperand(1 - i), body_) == &by_second;
    };
    const bool ends_by_equality = equality_behind(*first_, body_) != nullptr;
    return ends_by_equality && (is_other(0) || is_other(1)) ? &by_second : nullptr;
  }

  /// The comparison by which the branch goes elsewhere than to the block where its operands are equal.
  static const llvm::ICmpInst* equality_behind(const llvm::BranchInst& branch,
                                               const llvm::BasicBlock& goes_on) {
    const auto* test = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
    const auto leaves =
        branch.getSuccessor(1) == &goes_on ? llvm::ICmpInst::ICMP_EQ : llvm::ICmpInst::ICMP_NE;
    return test != nullptr && test->getPredicate() == leaves ? test : nullptr;
  }

  static bool are_equal_behind(const llvm::BranchInst& branch, const llvm::BasicBlock& goes_on,
                               const llvm::Value& a, const llvm::Value& b) {
    const llvm::ICmpInst* test = equality_behind(branch, goes_on);
    return test != nullptr && ((test->getOperand(0) == &a && test->getOperand(1) == &b) ||
                               (test->getOperand(0) == &b && test->getOperand(1) == &a));
  }

  /// What a value of the header is when control comes from the block.
  llvm::Value* of_turn(llvm::Value* value, llvm::BasicBlock& from) const {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    return phi != nullptr && phi->getParent() == &header_ ? phi->getIncomingValueForBlock(&from) : value;
  }

  /// The first test before another operation, for what control brings from `from`. `copies`: of what it
  /// computes.
  llvm::Value* test_at(llvm::Instruction& place, llvm::BasicBlock& from, llvm::ValueToValueMapTy& copies) {
    for (llvm::PHINode& phi : header_.phis()) copies[&phi] = phi.getIncomingValueForBlock(&from);
    for (llvm::Instruction& instruction : header_) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) continue;
      llvm::Instruction* copy = instruction.clone();
      copy->insertBefore(place.getIterator());
      llvm::RemapInstruction(copy, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      copies[&instruction] = copy;
      if (llvm::Constant* known = llvm::ConstantFoldInstruction(copy, header_.getModule()->getDataLayout())) {
        copies[&instruction] = known;
        copy->eraseFromParent();
      }
    }
    llvm::Value* condition = copies.lookup(first_->getCondition());
    return condition != nullptr ? condition : first_->getCondition();
  }

  /// What the test computes and the body uses, from the start and from one turn to the next.
  void carry_over(llvm::BasicBlock& start, llvm::ValueToValueMapTy& at_start,
                  llvm::ValueToValueMapTy& at_end) {
    for (llvm::Instruction& instruction : header_) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) continue;
      const auto is_elsewhere = [this](const llvm::Use& use) {
        return llvm::isa<llvm::PHINode>(use.getUser()) ||
               llvm::cast<llvm::Instruction>(use.getUser())->getParent() != &header_;
      };
      if (llvm::none_of(instruction.uses(), is_elsewhere)) continue;
      auto* phi = llvm::PHINode::Create(instruction.getType(), 2, instruction.getName(), body_.begin());
      instruction.replaceUsesWithIf(phi, [&](llvm::Use& use) { return is_elsewhere(use); });
      phi->addIncoming(at_start[&instruction], &start);
      phi->addIncoming(at_end[&instruction], &body_);
    }
  }

  void leave_from_body(llvm::Value& test, bool goes_on_if_true) {
    llvm::IRBuilder<> builder(second_);
    llvm::BasicBlock* exit = other_than(*second_, header_);
    llvm::Value *condition = second_->getCondition(), *first = &test;
    const bool is_and = second_->getSuccessor(0) == &header_;
    if (auto* comparison = llvm::dyn_cast<llvm::CmpInst>(first);
        comparison != nullptr && is_and != goes_on_if_true && comparison->use_empty())
      comparison->setPredicate(comparison->getInversePredicate());
    else if (is_and != goes_on_if_true)
      first = builder.CreateNot(first);
    llvm::Value* both =
        is_and ? builder.CreateLogicalAnd(condition, first) : builder.CreateLogicalOr(condition, first);
    builder.CreateCondBr(both, is_and ? &body_ : exit, is_and ? exit : &body_);
    second_->eraseFromParent();
  }

  llvm::BasicBlock &header_, &body_, &before_;
  llvm::BranchInst *first_ = nullptr, *second_ = nullptr;
  llvm::BasicBlock* left_ = nullptr;  ///< by the first test
  struct Leaving {
    llvm::PHINode* phi;
    llvm::BasicBlock* block;
    llvm::Value* value;
  };
  std::vector<Leaving> left_from_body_;  ///< values that phis get from there, instead of what they have
};

}  // namespace

llvm::PreservedAnalyses JoinExits::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  llvm::SmallVector<llvm::Loop*> of_two;
  llvm::copy_if(loops.getLoopsInPreorder(), std::back_inserter(of_two), [](const llvm::Loop* loop) {
    return loop->getNumBlocks() == 2 && loop->getLoopLatch() != nullptr &&
           loop->getHeader() != loop->getLoopLatch();
  });
  if (of_two.empty()) return llvm::PreservedAnalyses::all();
  for (llvm::Loop* loop : of_two) {
    if (loop->getLoopPreheader() == nullptr)
      llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false);
    llvm::formLCSSA(*loop, dominators, &loops, nullptr);
  }
  const RowDivergence divergence = find_row_divergence(function);
  for (llvm::Loop* loop : of_two) {
    if (!divergence.parting.contains(loop->getHeader()) && !divergence.parting.contains(loop->getLoopLatch()))
      continue;
    if (loop->getLoopPreheader() == nullptr) continue;
    if (LoopOfTwo pair(*loop); pair.may_join()) pair.join();
  }
  return unless_changed(true);
}

}  // namespace quadcl::compiler::qpu
