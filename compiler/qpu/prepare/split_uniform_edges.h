// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Splits critical edges from branches at which the lanes of a row go together, so that the values of phis
/// can be moved on that edge alone. Where lanes part, they are moved in the lanes of one way.
class SplitUniformEdges : public RequiredPass<SplitUniformEdges> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
