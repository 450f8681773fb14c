// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Analysis.h>
#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// A pass without which the program would not be right. The others are left out where nothing is to be
/// optimised: in functions with the attribute `optnone`, and where pass_runner.h says so.
template <typename Pass>
struct RequiredPass : llvm::PassInfoMixin<Pass> {
  static bool isRequired() { return true; }
};

/// What a pass returns that may have changed anything.
inline llvm::PreservedAnalyses unless_changed(bool changed) {
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

/// What a pass returns that leaves blocks and branches as they are.
inline llvm::PreservedAnalyses unless_values_changed(bool changed) {
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace quadcl::compiler
