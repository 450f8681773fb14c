// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/keep_versions.h"

#include "compiler/passes/early_returns.h"
#include "compiler/passes/kernels.h"
#include "compiler/passes/work_item_interchange.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses KeepVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (const KernelVersions& versions : versions_of_kernels(module)) {
    if (versions.wide == nullptr) continue;
    if (!has_interchanged_loops(*versions.wide)) {
      versions.wide->eraseFromParent();
    } else if (has_early_returns(*versions.kernel)) {
      keep_early_returns_only(*make_version(*versions.kernel, KernelVersion::check));
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
