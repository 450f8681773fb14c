// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes counters as narrow as the numbers that they pass on: `for (int i = first; i < n; i +=
/// get_local_size(0))` computes in 64 bits and keeps 32, and LLVM makes the counter one of 64 bits that is
/// cut and extended in each iteration. What a variable of 32 bits passes on by a constant step has a known
/// shape.
class NarrowCounters : public llvm::PassInfoMixin<NarrowCounters> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
