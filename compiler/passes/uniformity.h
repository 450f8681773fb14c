// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/raw_ostream.h>

namespace llvm {
class PostDominatorTree;
}

namespace quadcl::compiler {

/// Which values of a kernel may differ between the work-items of a group that compute them together.
/// Errs on the side of varying: memory is taken to hold a different value for everyone, except constant
/// memory read at a uniform address. In kernels of too many branches everything counts as varying.
class Uniformity {
 public:
  Uniformity(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators);

  bool is_varying(const llvm::Value& value) const {
    return varying_.contains(&value) || (too_large_ && llvm::isa<llvm::Instruction>(value));
  }
  /// Whether work-items may leave the block in different directions.
  bool diverges(const llvm::BasicBlock& block) const;
  /// Whether all work-items come to the block or none does.
  bool reached_together(const llvm::BasicBlock& block) const {
    return !too_large_ && !divided_.contains(&block);
  }

  void print(llvm::raw_ostream& out) const;

 private:
  llvm::Function* kernel_;
  llvm::SmallPtrSet<const llvm::Value*, 32> varying_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> divided_;
  bool too_large_ = false;  ///< to tell: everything may differ
};

class UniformityAnalysis : public llvm::AnalysisInfoMixin<UniformityAnalysis> {
 public:
  using Result = Uniformity;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
  static llvm::AnalysisKey Key;
};

}  // namespace quadcl::compiler
