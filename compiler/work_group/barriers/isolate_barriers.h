// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives every barrier of a kernel its own block.
class IsolateBarriers : public RequiredPass<IsolateBarriers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
