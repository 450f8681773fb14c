// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Computes a product again where it is a phi of that product and of 0 from a branch that found one of its
/// factors to be 0. LLVM makes such phis of what is needed before a loop and behind it. They would keep a
/// register while the loop runs, and hide how an address depends on ids.
class WholeProducts : public llvm::PassInfoMixin<WholeProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
