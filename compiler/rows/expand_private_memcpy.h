// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Sets and copies private variables element by element in rows of work-items (`a = b` of structs, loops that
/// LLVM has replaced), what is long in a loop. Lanes have the elements of their own variables apart.
class ExpandPrivateMemcpy : public llvm::PassInfoMixin<ExpandPrivateMemcpy> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
