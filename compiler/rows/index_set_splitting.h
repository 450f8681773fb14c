// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// Turns a condition around the whole body of a loop into bounds of the loop. Of
///
///     for (x = 0; x < size; ++x) if (first + x < n) body(x)
///
/// only the iterations for which the condition holds are left, without a test in each. LLVM can then
/// vectorise the body without masks. Conditions are comparisons, or several joined by "and", of a value that
/// rises by one in each iteration with an invariant. If the value would wrap around, the set of iterations is
/// split. For innermost loops with a bounded number of iterations, and loops over work-items. What LLVM
/// counts there besides the number of the work-item is computed from that number first. Runs right before the
/// vectoriser.
class IndexSetSplitting : public llvm::PassInfoMixin<IndexSetSplitting> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
