// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Conversions between half and float as integer arithmetic, for processors without an instruction for them.
/// LLVM would call functions that 32-bit ARM's libgcc_s does not have, one element after the other.
class SoftHalves : public RequiredPass<SoftHalves> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
