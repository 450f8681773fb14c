// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Makes bytes of bits that live across barriers: they get slots, and no vectoriser takes accesses of bits.
class ByteFlags : public llvm::PassInfoMixin<ByteFlags> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
