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

/// The values of a kernel that may differ between the work-items of a group that compute them together
/// (varying values). Conservative: every load is varying, except loads from a uniform address of constant
/// memory, of buffers that the kernel only reads, and of struct arguments that it does not change. In kernels
/// with too many branches everything is varying.
class Uniformity {
 public:
  Uniformity(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators);

  bool is_varying(const llvm::Value& value) const {
    return varying_.contains(&value) || (too_large_ && llvm::isa<llvm::Instruction>(value));
  }
  /// Whether work-items may diverge at the end of the block.
  bool diverges(const llvm::BasicBlock& block) const;
  /// Whether either all work-items reach the block or none.
  bool reached_together(const llvm::BasicBlock& block) const {
    return !too_large_ && !divided_.contains(&block);
  }

  void print(llvm::raw_ostream& out) const;

 private:
  llvm::Function* kernel_;
  llvm::SmallPtrSet<const llvm::Value*, 32> varying_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> divided_;
  bool too_large_ = false;  ///< to analyse: everything may differ
};

class UniformityAnalysis : public llvm::AnalysisInfoMixin<UniformityAnalysis> {
 public:
  using Result = Uniformity;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
  static llvm::AnalysisKey Key;
};

}  // namespace quadcl::compiler
