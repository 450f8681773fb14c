// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Puts barriers behind the headers of all loops that contain a barrier and that all work-items leave
/// together, so that no region has a branch in its middle that only says which region all run next, and which
/// LLVM's vectoriser would have to mask. Huge kernels are left alone.
class HeaderBarriers : public llvm::PassInfoMixin<HeaderBarriers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
