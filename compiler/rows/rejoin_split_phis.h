// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Joins two values that pass through a loop as halves of one number: LLVM divides the numbers of a private
/// union (`union { uint d[8]; ulong q[4]; }`) by its narrowest accesses, even if those are outside of the
/// loop.
class RejoinSplitPhis : public llvm::PassInfoMixin<RejoinSplitPhis> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
