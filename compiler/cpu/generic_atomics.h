// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives atomic operations pointers of address space 0; on a CPU all spaces are one. LLVM's 64-bit atomics
/// for 32-bit ARM accept no other.
class GenericAtomics : public RequiredPass<GenericAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
