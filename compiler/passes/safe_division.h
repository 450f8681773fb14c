// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Integer division by zero, and of the least number by -1, gives an unspecified value in OpenCL C
/// (section 6.4.1), where processors trap. Replaces such divisors by 1.
class SafeDivision : public RequiredPass<SafeDivision> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
