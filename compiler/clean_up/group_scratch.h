// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives the work-group collectives memory: a `__local` variable with eight bytes for each work-item of the
/// largest group.
class GroupScratch : public RequiredPass<GroupScratch> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
