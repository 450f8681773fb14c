// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Atomic operations address memory by pointers of address space 0, where all spaces are one for a CPU:
/// LLVM's code for 64 bits on 32-bit ARM knows no others.
class GenericAtomics : public RequiredPass<GenericAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
