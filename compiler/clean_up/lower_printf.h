// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace llvm {
class Value;
}

namespace quadcl::compiler {

/// An attribute of functions that print, whose value says if the output ends with a line.
inline constexpr const char *kPrints = "quadcl-prints", *kWholeLines = "lines";

/// Replaces every call of printf by one of a function that has no other meaning; `lower_print_calls` defines
/// it.
class LowerPrintf : public RequiredPass<LowerPrintf> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Turns the calls that the pass made into calls of functions that make an array of records
/// (core/kernel_abi.h) of the values, and call the runner's function. `group_context` is that of the
/// function.
void lower_print_calls(llvm::Function& function, llvm::Value* group_context);

}  // namespace quadcl::compiler
