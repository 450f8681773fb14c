// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes loops of functions without arrays whose last operation is to call themselves. OpenCL C has no
/// recursion, but other compilers run such functions, and programs rely on it. Must be run before functions
/// are inlined. The other calls that a function makes of itself remain.
class TailRecursion : public RequiredPass<TailRecursion> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
