// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Unrolls short loops whose counters are indices of private arrays, if this makes all indices of an array
/// constant. The elements can then be values.
class UnrollArrayLoops : public llvm::PassInfoMixin<UnrollArrayLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
