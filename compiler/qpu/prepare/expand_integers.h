// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Replaces LLVM's intrinsics of integers by operations that QPUs have: counts of bits, reversals, saturating
/// and checked arithmetic, shifts of two numbers, conversions that saturate. Whether a float is NaN or
/// infinite becomes a question of its bits: QPUs do not know the answer.
class ExpandIntegers : public RequiredPass<ExpandIntegers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
