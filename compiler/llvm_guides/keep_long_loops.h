// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Forbids LLVM to unroll loops of many or unknown iterations, unless the source asks for it. Copies of a
/// body cost time in all later passes, and gain little for bodies as long as a work-item's. The vectoriser
/// then does not interleave either. That is good for loops over the work-items of a row: with interleaving, a
/// row of 16 would fall to the scalar remainder.
class KeepLongLoops : public llvm::PassInfoMixin<KeepLongLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
