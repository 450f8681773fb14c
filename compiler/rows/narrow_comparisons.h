// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Compares bytes and shorts as such. C extends them to int first, also where the other side is a limit that
/// no iteration of a loop changes: `image[i] > level`. Before the loop the limit is cut to what the narrow
/// number can be, and vectors have two or four times as many elements in a register.
class NarrowComparisons : public llvm::PassInfoMixin<NarrowComparisons> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
