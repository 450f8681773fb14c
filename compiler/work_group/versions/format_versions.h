// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes a kernel for the images and samplers of its launches, if they are known (Compilation::facts). Or
/// gives kernels that access images a version for each of a few common formats, which all images of a version
/// have, and notes these formats for the QPUs (KernelImage::qpu_versions). The builtin functions for images
/// call functions for any format where the format is not known.
class FormatVersions : public RequiredPass<FormatVersions> {
 public:
  explicit FormatVersions(Compilation& compilation) : compilation_(compilation) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  void add_versions(llvm::Function& kernel, KernelImage& image, llvm::FunctionAnalysisManager& analyses);

  Compilation& compilation_;
};

}  // namespace quadcl::compiler
