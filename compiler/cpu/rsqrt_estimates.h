// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes the processor's estimates (within 2^-14) of inverse roots that may be approximate: 1 / sqrt(x),
/// where both have the flag `afn` and no leave to be rearranged. For x86 with AVX-512.
class RsqrtEstimates : public llvm::PassInfoMixin<RsqrtEstimates> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
