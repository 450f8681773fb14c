// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// Forbids LLVM to unroll loops of many or unknown iterations, unless the source asks for it. Copies of a
/// body with a remainder cost much time in all passes that follow, and next to nothing is gained for bodies
/// of a work-item's size; the vectoriser interleaves where that hides latency.
class KeepLongLoops : public llvm::PassInfoMixin<KeepLongLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
