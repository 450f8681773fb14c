// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Which accesses: all of these kinds, or only loads and stores of places without alignment and of vectors.
enum class AccessChoice { all, unaligned };

/// Takes accesses to memory apart that QPUs do not have: those of places without alignment, of integers of
/// 24, 40, 48 or 56 bits, volatile ones of vectors, and copies. What only orders accesses or hurries them is
/// removed: QPUs wait for each.
class ExpandAccesses : public RequiredPass<ExpandAccesses> {
 public:
  explicit ExpandAccesses(AccessChoice choice = AccessChoice::all) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  AccessChoice choice_;
};

}  // namespace quadcl::compiler::qpu
