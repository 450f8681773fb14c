// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Keeps wide versions with interchanged loops, those that leave out early returns before a barrier, and
/// those with exchanged dimensions (row_dimension.h); drops the others. A version without its kernel's early
/// returns gets a check whether a work-item returns early, unless nothing is gained by leaving them out.
class KeepVersions : public llvm::PassInfoMixin<KeepVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
