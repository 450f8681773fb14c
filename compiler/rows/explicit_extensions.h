// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Turns shifts and masks that extend the low bits of a number back into truncations and extensions, whose
/// shapes are known: LLVM prefers `ashr (shl x, 32), 30` to four times the sign-extended index, and `and x,
/// 0xffffffff`.
class ExplicitExtensions : public llvm::PassInfoMixin<ExplicitExtensions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
