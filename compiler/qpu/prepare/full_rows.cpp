// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/full_rows.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cmath>

#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/row_divergence.h"
#include "compiler/qpu/prepare/flatten_branches.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kMostBorders = 24;  ///< branches that may become borders

/// Finds branches at borders in one state of the function, and takes one of them away.
class Borders {
 public:
  Borders(llvm::Function& function, Among among)
      : function_(function),
        divergence_(find_row_divergence(function, among)),
        strides_(function, divergence_, among),
        dominators_(function),
        loops_(dominators_) {}

  bool parts() const { return !divergence_.parting.empty(); }

  /// False if some branch has no way that the rows inside a range take.
  bool remove_first() {
    llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* block : order) {
      if (!divergence_.parting.contains(block)) continue;
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      if (branch == nullptr || !is_at_borders(*branch->getCondition(), 0) || stores_before(*branch))
        return false;
      const double if_true = cost(*branch, 0), if_false = cost(*branch, 1);
      if (if_true == if_false) return false;
      leave(*branch, if_true > if_false ? 0 : 1);
      return true;
    }
    return false;
  }

 private:
  /// Whether the condition compares numbers that grow evenly along a row.
  bool is_at_borders(const llvm::Value& condition, unsigned depth) const {
    if (depth > 8) return false;
    if (!divergence_.varying.contains(&condition)) return true;
    const llvm::Value *a = nullptr, *b = nullptr;
    if (match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))) ||
        match(&condition, m_LogicalOr(m_Value(a), m_Value(b))))
      return is_at_borders(*a, depth + 1) && is_at_borders(*b, depth + 1);
    if (match(&condition, m_Not(m_Value(a))) || match(&condition, m_Freeze(m_Value(a))))
      return is_at_borders(*a, depth + 1);
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
    return comparison != nullptr && strides_.of(*comparison->getOperand(0)) &&
           strides_.of(*comparison->getOperand(1));
  }

  bool stores_before(const llvm::Instruction& branch) const {
    for (const llvm::Instruction& instruction : llvm::instructions(function_))
      if (instruction.mayWriteToMemory() && !is_leave(instruction) &&
          llvm::isPotentiallyReachable(&instruction, &branch, nullptr, &dominators_, &loops_))
        return true;
    return false;
  }

  /// Roughly what runs only on this side of a branch.
  double cost(const llvm::BranchInst& branch, unsigned side) const {
    const llvm::BasicBlockEdge edge(branch.getParent(), branch.getSuccessor(side));
    double sum = 0;
    for (const llvm::BasicBlock& block : function_)
      if (dominators_.dominates(edge, &block))
        sum += static_cast<double>(block.size()) * std::pow(8.0, loops_.getLoopDepth(&block));
    return sum;
  }

  /// All rows take one side; those of which a work-item would not leave.
  void leave(llvm::BranchInst& branch, unsigned side) {
    llvm::IRBuilder<> builder(&branch);
    leave_unless(builder, *branch.getCondition(), side == 0);
    llvm::BasicBlock* other = branch.getSuccessor(1 - side);
    llvm::Value* condition = branch.getCondition();
    other->removePredecessor(branch.getParent(), /*KeepOneInputPHIs=*/true);
    builder.CreateBr(branch.getSuccessor(side));
    branch.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
    llvm::EliminateUnreachableBlocks(function_);
    for (llvm::BasicBlock& block : function_)
      if (block.getSinglePredecessor() != nullptr) llvm::FoldSingleEntryPHINodes(&block);
  }

  void leave_unless(llvm::IRBuilder<>& builder, llvm::Value& condition, bool wanted) {
    llvm::Value *a = nullptr, *b = nullptr;
    const bool are_both = wanted ? match(&condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                                 : match(&condition, m_LogicalOr(m_Value(a), m_Value(b)));
    if (are_both) {
      leave_unless(builder, *a, wanted);
      return leave_unless(builder, *b, wanted);
    }
    if (match(&condition, m_Not(m_Value(a)))) return leave_unless(builder, *a, !wanted);
    if (match(&condition, m_Freeze(m_Value(a)))) return leave_unless(builder, *a, wanted);
    llvm::Value* leaves = &condition;
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
    if (comparison != nullptr && wanted)
      leaves = builder.CreateICmp(comparison->getInversePredicate(), comparison->getOperand(0),
                                  comparison->getOperand(1));
    else if (wanted)
      leaves = builder.CreateNot(&condition);
    llvm::Module& module = *function_.getParent();
    builder.CreateCall(module.getOrInsertFunction(kLeaveFunction, builder.getVoidTy(), builder.getInt1Ty()),
                       {leaves});
  }

  llvm::Function& function_;
  RowDivergence divergence_;
  LaneStrides strides_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

/// Whether all work-items of rows inside some range go the same way now.
bool remove_borders(llvm::Function& version, Among among) {
  for (unsigned i = 0; i <= kMostBorders; ++i) {
    Borders borders(version, among);
    if (!borders.parts()) return true;
    if (!borders.remove_first()) return false;
  }
  return false;
}

}  // namespace

bool is_leave(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == kLeaveFunction;
}

bool runs_rest_alone(const llvm::Function& version, const MemoryOrder& order) {
  return order.loads_stored || llvm::any_of(llvm::instructions(version), is_leave);
}

bool is_left_at_end(llvm::Function& version, const LaneStrides& strides) {
  return llvm::all_of(llvm::instructions(version), [&](const llvm::Instruction& instruction) {
    if (!is_leave(instruction)) return true;
    const auto* comparison =
        llvm::dyn_cast<llvm::ICmpInst>(llvm::cast<llvm::CallInst>(instruction).getArgOperand(0));
    if (comparison == nullptr) return false;
    const auto a = strides.of(*comparison->getOperand(0)), b = strides.of(*comparison->getOperand(1));
    if (!a || !b) return false;
    if (comparison->isEquality()) return *a == *b;
    const bool is_greater =
        llvm::ICmpInst::isGT(comparison->getPredicate()) || llvm::ICmpInst::isGE(comparison->getPredicate());
    return is_greater ? *a >= *b : *a <= *b;
  });
}

llvm::Function* make_full_version(llvm::Function& kernel, Among among) {
  if (among == Among::row && find_row_divergence(kernel).parting.empty()) return &kernel;
  for (const bool flattens : {false, true}) {
    llvm::ValueToValueMapTy values;
    llvm::Function* version = llvm::CloneFunction(&kernel, values);
    if (!flattens && among == Among::row && flatten_branches(*version)) return version;
    if ((!flattens || flatten_loops(*version, among)) && remove_borders(*version, among)) return version;
    version->eraseFromParent();
  }
  return nullptr;
}

}  // namespace quadcl::compiler::qpu
