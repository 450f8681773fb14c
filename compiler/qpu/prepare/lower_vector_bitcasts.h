// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Takes elements of a number of at most 64 bits by shifts, and puts them together so, where they were those
/// of a vector with the same bits, as in `as_ulong(as_uchar8(x).s76543210)`. LLVM's scalarizer leaves such
/// vectors, and instcombine takes elements only of some.
class LowerVectorBitcasts : public RequiredPass<LowerVectorBitcasts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
