// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Copies struct arguments that the kernel may change to variables: each work-item has its own. It reads all
/// others where they are.
class StructArguments : public RequiredPass<StructArguments> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
