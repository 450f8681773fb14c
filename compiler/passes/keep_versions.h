// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Keeps the wide versions that have interchanged loops, and drops the others. Those without the early
/// returns of their kernel get a check whether some work-item returns early.
class KeepVersions : public llvm::PassInfoMixin<KeepVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
