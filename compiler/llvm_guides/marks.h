// SPDX-License-Identifier: Apache-2.0
//
// Marks of loops and functions that steer LLVM's passes.
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// In a loop declared parallel, iterations are independent, but the accesses of one iteration keep their
/// order. LLVM's vectoriser breaks that order when it joins strided accesses: it moves loads before stores to
/// the same place. This pass withdraws the declaration from innermost loops where such a move could change
/// results; the vectoriser then analyses their dependences itself. Run it right before the vectoriser.
class DropParallelIfReordered : public RequiredPass<DropParallelIfReordered> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Forbids LLVM to unroll loops of many or unknown iterations, unless the source asks for it. Copies of a
/// body cost time in all later passes, and gain little for bodies as long as a work-item's. The vectoriser
/// then does not interleave either. That is good for loops over the work-items of a row: with interleaving, a
/// row of 16 would fall to the scalar remainder.
class KeepLongLoops : public llvm::PassInfoMixin<KeepLongLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

enum class LongFunctionsChoice { mark, unmark };

/// Keeps LLVM's SLP vectoriser away from long functions whose rows have lanes. It would try for seconds to
/// make vectors of what is already made of lanes, and of the work-items that remain. The only mark that it
/// heeds is `noimplicitfloat`; code generation must not see that.
class LongFunctions : public RequiredPass<LongFunctions> {
 public:
  explicit LongFunctions(LongFunctionsChoice choice) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  LongFunctionsChoice choice_;
};

}  // namespace quadcl::compiler
