// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// A `freeze` of a struct or an array becomes one for each member: LLVM freezes what a function returns as a
/// whole. Once the function is inlined, it would simplify an `extractvalue` of the `insertvalue`s, but not
/// one of their `freeze`.
class FreezeMembers : public llvm::PassInfoMixin<FreezeMembers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
