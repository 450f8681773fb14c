// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/analysis/barrier_regions.h"

namespace quadcl::compiler {

/// A function (arguments of the kernel..., group context) -> 32-bit number, with an empty prologue, copies of
/// a region's blocks, and an empty block for each barrier behind it.
class RegionCopy {
 public:
  RegionCopy(llvm::Function& kernel, const BarrierRegions& regions, unsigned index);

  llvm::Function& function() const { return *function_; }
  llvm::Argument& group_context() const { return *group_context_; }
  llvm::BasicBlock& prologue() const { return *prologue_; }

  template <typename T>
  T* of(T* original) {
    return llvm::cast<T>(copies_[original]);
  }
  /// Null if there is no copy.
  llvm::Value* find(const llvm::Value* original) const { return copies_.lookup(original); }
  /// Copies a variable when it is first used.
  llvm::AllocaInst* of_variable(llvm::AllocaInst* variable);
  /// The block that leads to a region.
  llvm::BasicBlock* exit_to(unsigned next) { return of(regions_.barriers[next - 1]->getParent()); }

 private:
  void copy_kernel(unsigned index);
  void adopt_attributes();
  void copy_blocks();
  void adopt(llvm::Instruction& copy);

  llvm::Function& kernel_;
  const BarrierRegions& regions_;
  const Region& region_;
  llvm::LLVMContext& context_;
  llvm::Function* function_ = nullptr;
  llvm::Argument* group_context_ = nullptr;
  llvm::BasicBlock* prologue_ = nullptr;
  llvm::ValueToValueMapTy copies_;
};

}  // namespace quadcl::compiler
