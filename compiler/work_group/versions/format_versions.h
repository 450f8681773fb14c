// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives kernels that access images a version for each of a few common formats. In a version, all images that
/// the kernel accesses have the same format, so the code has no branches on formats. The builtin functions
/// for images ask for the format (kFormatOfFunctions); the kernel itself keeps the general answer. Also tells
/// LLVM that nothing changes the sizes and the format of an image during a launch.
class FormatVersions : public RequiredPass<FormatVersions> {
 public:
  explicit FormatVersions(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Compilation& compilation_;
};

}  // namespace quadcl::compiler
