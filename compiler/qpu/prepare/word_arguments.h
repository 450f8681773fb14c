// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Structs and vectors that a kernel has as arguments become variables, whose words come from calls of
/// kArgumentWordFunction: uniforms are words.
class WordArguments : public RequiredPass<WordArguments> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
