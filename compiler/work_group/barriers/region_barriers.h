// SPDX-License-Identifier: Apache-2.0
//
// Barriers where regions of a kernel begin and end.
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Puts barriers behind the headers of loops that contain a barrier and that all work-items leave together.
/// The branch of the header then ends a region. Inside of a region, LLVM's vectoriser would have to mask it.
/// Huge kernels are not changed.
class HeaderBarriers : public llvm::PassInfoMixin<HeaderBarriers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// Gives every barrier of a kernel its own block.
class IsolateBarriers : public RequiredPass<IsolateBarriers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
