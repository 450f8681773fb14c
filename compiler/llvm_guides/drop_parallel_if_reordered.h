// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// In a loop declared parallel, iterations are independent, but the accesses of one iteration keep their
/// order. LLVM's vectoriser breaks that order when it joins strided accesses: it moves loads before stores to
/// the same place. This pass withdraws the declaration from innermost loops where such a move could change
/// results; the vectoriser then analyses their dependences itself. Run it right before the vectoriser.
class DropParallelIfReordered : public llvm::PassInfoMixin<DropParallelIfReordered> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace quadcl::compiler
