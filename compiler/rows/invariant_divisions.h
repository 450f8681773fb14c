// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Moves integer divisions of values that are the same in all iterations out of loops, and keeps them from
/// trapping there. LLVM's vectoriser (version 19) computes such a division under a condition only if the
/// condition holds in the first lane, and takes the result for all lanes.
class InvariantDivisions : public RequiredPass<InvariantDivisions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
