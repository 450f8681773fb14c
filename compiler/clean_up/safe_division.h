// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// In OpenCL C, integer division by zero, and of the least number by -1, gives an unspecified value (section
/// 6.4.1). Processors trap. This pass replaces such divisors by 1.
class SafeDivision : public RequiredPass<SafeDivision> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Makes an integer division one that cannot trap, if it is not.
void make_safe(llvm::BinaryOperator& division);

}  // namespace quadcl::compiler
