// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/early_returns.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <vector>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/computed_from.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler {
namespace {

/// A branch with two successors. One of them only returns, or ends the kernel of some work-items without a
/// barrier, which the others reach.
struct EarlyReturn {
  llvm::BranchInst* branch;
  unsigned returning;  ///< index of the successor

  llvm::BasicBlock* next() const { return branch->getSuccessor(1 - returning); }
};

bool only_returns(const llvm::BasicBlock& block) { return llvm::isa<llvm::ReturnInst>(block.front()); }

bool has_effects(const llvm::BasicBlock& block) {
  return llvm::any_of(block, [](const llvm::Instruction& instruction) {
    return instruction.mayHaveSideEffects() && called_work_item_function(instruction) == nullptr;
  });
}

bool reaches_barrier(llvm::BasicBlock& start) {
  return llvm::any_of(llvm::depth_first(&start),
                      [](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_barrier); });
}

/// Whether work-items of one group may differ in it.
bool depends_on_work_item(const llvm::Value& condition) {
  return is_computed_from(
      condition, [](const llvm::Instruction&) { return true; },
      [](const llvm::Instruction& one) {
        const WorkItemFunction* called = called_work_item_function(one);
        return called != nullptr && called->is_local_id;
      });
}

std::optional<EarlyReturn> early_return_of(llvm::BasicBlock& block) {
  if (has_effects(block)) return {};
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return {};
  llvm::BasicBlock &first = *branch->getSuccessor(0), &second = *branch->getSuccessor(1);
  if (only_returns(first) != only_returns(second)) return EarlyReturn{branch, only_returns(first) ? 0u : 1u};
  if (!depends_on_work_item(*branch->getCondition())) return {};
  const bool first_ends = !reaches_barrier(first);
  if (first_ends == !reaches_barrier(second)) return {};
  return EarlyReturn{branch, first_ends ? 0u : 1u};
}

/// The early returns in order, from the entry. The code behind the last one gets a block that is only reached
/// from there.
std::vector<EarlyReturn> split_early_returns(llvm::Function& kernel) {
  std::vector<EarlyReturn> early_returns;
  llvm::BasicBlock* block = &kernel.getEntryBlock();
  while (const auto found = early_return_of(*block)) {
    // The next block may be the header of a loop.
    if (found->next()->getSinglePredecessor() == nullptr) llvm::SplitEdge(block, found->next());
    early_returns.push_back(*found);
    block = found->next();
  }
  return early_returns;
}

}  // namespace

llvm::PreservedAnalyses EarlyReturns::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  const std::vector<EarlyReturn> early_returns = split_early_returns(kernel);
  for (const EarlyReturn& early : early_returns) {
    llvm::BranchInst::Create(early.next(), early.branch->getIterator());
    early.branch->eraseFromParent();
  }
  if (!early_returns.empty()) llvm::removeUnreachableBlocks(kernel);
  return unless_changed(!early_returns.empty());
}

bool has_early_returns(llvm::Function& kernel) { return early_return_of(kernel.getEntryBlock()).has_value(); }

void keep_early_returns_only(llvm::Function& kernel) {
  const std::vector<EarlyReturn> early_returns = split_early_returns(kernel);
  llvm::LLVMContext& context = kernel.getContext();
  auto* returns = llvm::BasicBlock::Create(context, "returns", &kernel);
  insert_barrier(llvm::ReturnInst::Create(context, returns)->getIterator());
  auto* passes = llvm::BasicBlock::Create(context, "passes", &kernel);
  llvm::ReturnInst::Create(context, passes);
  for (const EarlyReturn& early : early_returns) early.branch->setSuccessor(early.returning, returns);
  const EarlyReturn& last = early_returns.back();
  last.branch->setSuccessor(1 - last.returning, passes);
  llvm::removeUnreachableBlocks(kernel);
}

}  // namespace quadcl::compiler
