// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Lets the entry of a kernel look at the formats of its images and choose one of its format versions, or
/// itself.
class FormatChoice : public RequiredPass<FormatChoice> {
 public:
  explicit FormatChoice(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

}  // namespace quadcl::compiler
