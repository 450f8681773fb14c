// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// Conditions around a loop's whole body become bounds of the loop: of
///
///     for (x = 0; x < size; ++x) if (first + x < n) body(x)
///
/// only the iterations for which the condition holds are run, without asking in each. A processor without
/// masks for its vectors can then vectorise the body, and one with masks needs none. The conditions are
/// comparisons, also several joined by "and", between something that rises by one with each iteration and
/// something that stays the same. Where the former would wrap around, the set of iterations is split. For
/// innermost loops of a bounded number of iterations, such as those over the work-items of a row; right
/// before the vectoriser.
class IndexSetSplitting : public llvm::PassInfoMixin<IndexSetSplitting> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
