// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>

namespace llvm {
class PostDominatorTree;
}

namespace quadcl::compiler {

/// What follows from branches at which the work-items of a group go different ways, in any control flow.
class Divergence {
 public:
  /// The tree is used by `add`.
  explicit Divergence(const llvm::PostDominatorTree& post_dominators) : post_dominators_(&post_dominators) {}

  /// Notes that work-items go different ways at the end of the block. True if that is new.
  bool add(const llvm::BasicBlock& block);

  /// Whether work-items go different ways at the end of the block.
  bool begins_at(const llvm::BasicBlock& block) const { return branches_.contains(&block); }
  /// Whether some work-items may run the block while others do not.
  bool divides(const llvm::BasicBlock& block) const { return divided_.contains(&block); }
  /// Whether the chosen value depends on the way of a work-item.
  bool decides(const llvm::PHINode& phi) const { return decided_.contains(&phi); }
  /// Whether there are too many branches to follow them all. Nothing is known then.
  bool is_too_large() const { return visits_ > kMostVisits; }

 private:
  /// Limit of examined blocks for all branches together.
  static constexpr std::size_t kMostVisits = 4u << 20;

  const llvm::PostDominatorTree* post_dominators_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> branches_, divided_;
  llvm::SmallPtrSet<const llvm::PHINode*, 16> decided_;
  std::size_t visits_ = 0;
};

}  // namespace quadcl::compiler
