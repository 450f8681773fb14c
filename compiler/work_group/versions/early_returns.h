// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Early returns, such as "if (get_global_id(0) >= n) return;", are at the start of a kernel, before any
/// effect. Work-items may do something before they return, too, if the others reach a barrier. This pass
/// removes all that: the kernel is then for work-groups in which no work-item returns early.
class EarlyReturns : public llvm::PassInfoMixin<EarlyReturns> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

bool has_early_returns(llvm::Function& kernel);

/// Keeps only the early returns of a kernel that has some: work-items that return early meet a barrier, the
/// others end.
void keep_early_returns_only(llvm::Function& kernel);

}  // namespace quadcl::compiler
