// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes one instruction of vectors of what is done alike to each element of a vector of eight or more.
/// Builtin functions of vectors compute element by element; lanes would divide such vectors and put them
/// together again, at more cost than that of a short function.
class RevectoriseElementwise : public llvm::PassInfoMixin<RevectoriseElementwise> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
