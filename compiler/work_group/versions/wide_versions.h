// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives each kernel a second version, for work-groups that are wide enough for interchanged loops. Huge
/// kernels get none.
class WideVersions : public llvm::PassInfoMixin<WideVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
