// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Turns bits (i1) that live across barriers into bytes. They get slots in memory, and no vectoriser handles
/// loads and stores of bits.
class ByteFlags : public llvm::PassInfoMixin<ByteFlags> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
