// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/plain_conditions.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

void split_tests_of_zero(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    llvm::CmpInst::Predicate predicate{};
    llvm::Value *a = nullptr, *b = nullptr;
    if (!match(&instruction, m_ICmp(predicate, m_Or(m_Value(a), m_Value(b)), m_Zero())) ||
        !llvm::ICmpInst::isEquality(predicate))
      continue;
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* zero = llvm::Constant::getNullValue(a->getType());
    llvm::Value *first = builder.CreateICmp(predicate, a, zero),
                *second = builder.CreateICmp(predicate, b, zero);
    instruction.replaceAllUsesWith(predicate == llvm::CmpInst::ICMP_EQ ? builder.CreateAnd(first, second)
                                                                       : builder.CreateOr(first, second));
    instruction.eraseFromParent();
  }
}

/// Ids and sizes are known everywhere.
bool can_be_earlier(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call != nullptr && call->doesNotAccessMemory() && call->willReturn()) return true;
  return !instruction.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&instruction);
}

bool is_cheap(const llvm::BasicBlock& block) {
  constexpr std::size_t kMost = 16;
  return block.size() <= kMost && !llvm::isa<llvm::PHINode>(block.front()) &&
         std::all_of(block.begin(), std::prev(block.end()), can_be_earlier);
}

llvm::BranchInst* two_ways(llvm::BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return branch != nullptr && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)
             ? branch
             : nullptr;
}

/// Whether a block has the same values from both.
bool brings_the_same(llvm::BasicBlock& to, const llvm::BasicBlock& a, const llvm::BasicBlock& b) {
  return llvm::all_of(to.phis(), [&](const llvm::PHINode& phi) {
    return phi.getIncomingValueForBlock(&a) == phi.getIncomingValueForBlock(&b);
  });
}

/// `if (a) if (b) then;`, where the way around goes to one place, with one value.
bool join_with_next(llvm::BasicBlock& block) {
  llvm::BranchInst* first = two_ways(block);
  if (first == nullptr) return false;
  for (const unsigned inner : {0U, 1U}) {
    llvm::BasicBlock &next = *first->getSuccessor(inner), &around = *first->getSuccessor(1 - inner);
    llvm::BranchInst* second = two_ways(next);
    if (second == nullptr || next.getSinglePredecessor() != &block || !is_cheap(next)) continue;
    const unsigned leaves = second->getSuccessor(0) == &around ? 0 : 1;
    if (second->getSuccessor(leaves) != &around || !brings_the_same(around, block, next)) continue;
    llvm::BasicBlock& then = *second->getSuccessor(1 - leaves);
    block.splice(first->getIterator(), &next, next.begin(), second->getIterator());
    llvm::IRBuilder<> builder(first);
    const auto holds = [&](llvm::BranchInst& branch, unsigned way) {
      return way == 0 ? branch.getCondition() : builder.CreateNot(branch.getCondition());
    };
    llvm::Value* both = builder.CreateLogicalAnd(holds(*first, inner), holds(*second, 1 - leaves));
    builder.CreateCondBr(both, &then, &around);
    first->eraseFromParent();
    around.removePredecessor(&next, /*KeepOneInputPHIs=*/true);
    then.replacePhiUsesWith(&next, &block);
    next.eraseFromParent();
    return true;
  }
  return false;
}

}  // namespace

void make_conditions_plain(llvm::Function& kernel) {
  split_tests_of_zero(kernel);
  for (llvm::BasicBlock& block : kernel)
    while (join_with_next(block)) {
    }
}

}  // namespace quadcl::compiler::qpu
