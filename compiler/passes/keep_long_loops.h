// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Forbids LLVM to unroll loops of many or unknown iterations, unless the source asks for it. Copies of a
/// body with a remainder cost much time in all passes that follow, and next to nothing is gained for bodies
/// of a work-item's size. The vectoriser then does not interleave either, which suits loops over the
/// work-items of a row: it would leave the items of a row of 16 to its scalar remainder.
class KeepLongLoops : public llvm::PassInfoMixin<KeepLongLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
