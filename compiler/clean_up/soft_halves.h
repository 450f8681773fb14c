// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Turns conversions between half and float into integer arithmetic, for processors without instructions for
/// them. LLVM would call functions element by element, which 32-bit ARM's libgcc_s does not have.
class SoftHalves : public RequiredPass<SoftHalves> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
