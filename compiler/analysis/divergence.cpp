// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/divergence.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>

#include <vector>

#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

/// The blocks between a branch and `end`, where all its paths have met again; null if there is no such block.
struct Influence {
  std::vector<const llvm::BasicBlock*> between;
  const llvm::BasicBlock* end = nullptr;
};

Influence influence_of(const llvm::BasicBlock& branch, const llvm::PostDominatorTree& tree) {
  const auto* node = tree.getNode(&branch);
  const auto* meet = node != nullptr ? node->getIDom() : nullptr;
  Influence influence;
  influence.end = meet != nullptr ? meet->getBlock() : nullptr;
  Worklist<const llvm::BasicBlock*> open(llvm::successors(&branch));
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.take();
    if (block == influence.end) continue;
    influence.between.push_back(block);
    open.add_all(llvm::successors(block));
  }
  return influence;
}

/// Whether the value depends on the path from the branch to the phi, where all paths have met. Other paths to
/// it, from before or around a loop, do not count.
bool depends_on_path(const llvm::PHINode& phi,
                     const llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& on_the_way) {
  llvm::SmallPtrSet<const llvm::Value*, 4> values;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (on_the_way.contains(phi.getIncomingBlock(i))) values.insert(phi.getIncomingValue(i));
  return values.size() > 1;
}

}  // namespace

/// Where paths meet, the chosen value depends on the path. If work-items leave a loop at different times, its
/// header is between branch and end, so every value that changes from iteration to iteration is decided by
/// that.
bool Divergence::add(const llvm::BasicBlock& block) {
  if (is_too_large() || !branches_.insert(&block).second) return false;
  const Influence influence = influence_of(block, *post_dominators_);
  visits_ += influence.between.size();
  divided_.insert(influence.between.begin(), influence.between.end());
  for (const llvm::BasicBlock* between : influence.between)
    for (const llvm::PHINode& phi : between->phis()) decided_.insert(&phi);
  if (influence.end == nullptr) return true;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> on_the_way(influence.between.begin(),
                                                            influence.between.end());
  on_the_way.insert(&block);
  for (const llvm::PHINode& phi : influence.end->phis())
    if (depends_on_path(phi, on_the_way)) decided_.insert(&phi);
  return true;
}

}  // namespace quadcl::compiler
