// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace llvm {
class Value;
}

namespace quadcl::compiler {

/// Replaces every call of printf by a call with its values as an array of records (core/kernel_abi.h).
/// `lower_print_calls` resolves the called function.
class LowerPrintf : public RequiredPass<LowerPrintf> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Turns the calls that the pass made into calls of the runner's function. `group_context` is that of the
/// function.
void lower_print_calls(llvm::Function& function, llvm::Value* group_context);

}  // namespace quadcl::compiler
