// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/early_returns.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {
namespace {

/// A branch, one of whose ways does nothing but return.
struct Guard {
  llvm::BranchInst* branch;
  unsigned returning;  ///< of the successors

  llvm::BasicBlock* next() const { return branch->getSuccessor(1 - returning); }
};

bool only_returns(const llvm::BasicBlock& block) { return llvm::isa<llvm::ReturnInst>(block.front()); }

bool has_effects(const llvm::BasicBlock& block) {
  return llvm::any_of(block, [](const llvm::Instruction& instruction) {
    return instruction.mayHaveSideEffects() && called_work_item_function(instruction) == nullptr;
  });
}

/// One after the other, from the entry. Gives the code behind the last a block that is reached from there only.
std::vector<Guard> find_guards(llvm::Function& kernel) {
  std::vector<Guard> guards;
  llvm::BasicBlock* block = &kernel.getEntryBlock();
  while (!has_effects(*block)) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch == nullptr || !branch->isConditional()) break;
    const bool first_returns = only_returns(*branch->getSuccessor(0));
    if (first_returns == only_returns(*branch->getSuccessor(1))) break;
    const Guard guard{branch, first_returns ? 0u : 1u};
    // What follows may be the top of a loop.
    if (guard.next()->getSinglePredecessor() == nullptr) llvm::SplitEdge(block, guard.next());
    guards.push_back(guard);
    block = guard.next();
  }
  return guards;
}

}  // namespace

bool remove_early_returns(llvm::Function& kernel) {
  const std::vector<Guard> guards = find_guards(kernel);
  for (const Guard& guard : guards) {
    llvm::BranchInst::Create(guard.next(), guard.branch->getIterator());
    guard.branch->eraseFromParent();
  }
  if (!guards.empty()) llvm::removeUnreachableBlocks(kernel);
  return !guards.empty();
}

void keep_early_returns_only(llvm::Function& kernel) {
  const std::vector<Guard> guards = find_guards(kernel);
  llvm::LLVMContext& context = kernel.getContext();
  auto* returns = llvm::BasicBlock::Create(context, "returns", &kernel);
  insert_barrier(llvm::ReturnInst::Create(context, returns)->getIterator());
  auto* passes = llvm::BasicBlock::Create(context, "passes", &kernel);
  llvm::ReturnInst::Create(context, passes);
  for (const Guard& guard : guards) guard.branch->setSuccessor(guard.returning, returns);
  guards.back().branch->setSuccessor(1 - guards.back().returning, passes);
  llvm::removeUnreachableBlocks(kernel);
}

}  // namespace quadcl::compiler
