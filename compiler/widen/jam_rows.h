// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Unroll-and-jam of the loop around a row: a few rows of work-items go through their kernel's loops
/// together. What they load from the same places is loaded once for all of them, into registers.
class JamRows : public llvm::PassInfoMixin<JamRows> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Whether the row is one of several that go together.
bool is_jammed(const llvm::Loop& row);

}  // namespace quadcl::compiler
