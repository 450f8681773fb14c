// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// A loop declared parallel has independent iterations, while the accesses of one iteration keep their order.
/// LLVM's vectoriser forgets the latter when it joins accesses that stride through memory: it then moves
/// loads before stores to the same place. This pass, to be run right before the vectoriser, withdraws the
/// declaration from innermost loops where such a move could be noticed; the vectoriser looks at their
/// dependences itself.
class IterationOrder : public llvm::PassInfoMixin<IterationOrder> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace quadcl::compiler
