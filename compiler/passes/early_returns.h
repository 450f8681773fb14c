// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Early returns, "if (get_global_id(0) >= n) return;", stand at the start of a kernel, before anything has
/// an effect. This pass leaves them out: the kernel is then for work-groups of which no work-item returns
/// early.
class EarlyReturns : public llvm::PassInfoMixin<EarlyReturns> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

bool has_early_returns(llvm::Function& kernel);

/// Leaves nothing but the early returns, of which the kernel has some: work-items that return early meet a
/// barrier, the others end.
void keep_early_returns_only(llvm::Function& kernel);

}  // namespace quadcl::compiler
