// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace llvm {
class Value;
}

namespace quadcl::compiler {

/// Replaces every call of printf by one that passes its values as an array of records (core/kernel_abi.h)
/// to a function which `lower_print_calls` resolves.
class LowerPrintf : public RequiredPass<LowerPrintf> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Makes the calls that the pass left calls of the runner's function; `group_context` is the function's.
void lower_print_calls(llvm::Function& function, llvm::Value* group_context);

}  // namespace quadcl::compiler
