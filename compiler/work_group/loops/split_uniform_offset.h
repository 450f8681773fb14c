// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Splits a pointer that all work-items advance by the same steps, such as `p += 16 * n`, in a loop with a
/// barrier, into its start and the sum of the steps. Only the sum changes, and it is the same for all, so the
/// pointer need not live in a slot for each work-item. Huge kernels are not changed.
class SplitUniformOffset : public llvm::PassInfoMixin<SplitUniformOffset> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
