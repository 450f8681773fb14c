// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/wide_versions.h"

#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/kernels.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses WideVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function* kernel : kernels_of(module))
    if (!is_huge(*kernel)) make_version(*kernel, KernelVersion::wide);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
