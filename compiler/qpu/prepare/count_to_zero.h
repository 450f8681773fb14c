// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Loops that work-items of a row may leave one by one, that count up to a bound and use the count for nothing
/// else inside, count from the negative distance up to 0: the addition then sets the flags, and the bound needs
/// no register. Behind the loop, the bound is added again.
class CountToZero : public llvm::PassInfoMixin<CountToZero> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
