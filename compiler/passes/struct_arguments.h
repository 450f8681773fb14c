// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// A struct argument is each work-item's own, which may write to it: copies it to a variable.
class StructArguments : public RequiredPass<StructArguments> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
