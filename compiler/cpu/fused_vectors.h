// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes one rounding of vectors' multiply-adds that may have one or two. For 32-bit ARM, LLVM takes one for
/// numbers and two for vectors, so a function of a vector would have other last bits than that of its
/// elements.
class FusedVectors : public llvm::PassInfoMixin<FusedVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
