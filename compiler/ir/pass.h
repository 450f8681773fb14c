// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/Analysis.h>
#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// A pass without which programs would be wrong. The others are skipped in functions with the attribute
/// `optnone`, and where pass_runner.h says so.
template <typename Pass>
struct RequiredPass : llvm::PassInfoMixin<Pass> {
  static bool isRequired() { return true; }
};

/// Returned by a pass that may have changed anything.
inline llvm::PreservedAnalyses unless_changed(bool changed) {
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

/// Returned by a pass that does not change blocks and branches.
inline llvm::PreservedAnalyses unless_values_changed(bool changed) {
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

/// Returned by a pass that only marks loops, for other passes: analyses stay, and the change still counts.
inline llvm::PreservedAnalyses unless_marks_changed(bool changed) {
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::AllAnalysesOn<llvm::Function>>();
  preserved.preserveSet<llvm::AllAnalysesOn<llvm::Loop>>();
  return preserved;
}

}  // namespace quadcl::compiler
