// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Addresses that grow by the same number in each iteration of a loop become phis that are added to: one
/// addition, instead of those and products of the index. Addresses of QPUs have 32 bits, so all is computed
/// modulo 2^32.
class StepAddresses : public llvm::PassInfoMixin<StepAddresses> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
