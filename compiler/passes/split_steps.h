// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Divides a pointer that all work-items advance by the same steps, in a loop with a barrier, into where it
/// began and the sum of the steps: `p += 16 * n`, for example. Only the sum changes, and it is the same for
/// all, so the pointer need not live in a slot for each work-item. Huge kernels are not changed.
class SplitSteps : public llvm::PassInfoMixin<SplitSteps> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
