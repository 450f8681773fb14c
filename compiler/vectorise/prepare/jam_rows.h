// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Unroll-and-jam of the loop around a row: a few rows of work-items go through the kernel's loops together.
/// What all of them load from the same places is loaded once, into registers.
class JamRows : public llvm::PassInfoMixin<JamRows> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Whether the loop runs several rows together.
bool is_jammed(const llvm::Loop& row);

}  // namespace quadcl::compiler
