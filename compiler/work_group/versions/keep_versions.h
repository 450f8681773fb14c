// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Keeps wide versions that gain something: they have interchanged loops, leave out early returns before a
/// barrier, or exchange dimensions (row_dimension.h). Others are dropped. A wide version without early
/// returns gets a check whether a work-item of the group returns early.
class KeepVersions : public llvm::PassInfoMixin<KeepVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
