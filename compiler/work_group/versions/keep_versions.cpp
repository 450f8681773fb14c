// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/keep_versions.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/kernels.h"
#include "compiler/work_group/loops/work_item_interchange.h"
#include "compiler/work_group/versions/early_returns.h"
#include "compiler/work_group/versions/row_dimension.h"

namespace quadcl::compiler {
namespace {

/// If the version kept its early returns, each region after a barrier would have to skip the work-items that
/// left.
bool has_barriers(llvm::Function& kernel) { return llvm::any_of(llvm::instructions(kernel), is_barrier); }

}  // namespace

llvm::PreservedAnalyses KeepVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (const KernelVersions& versions : versions_of_kernels(module)) {
    if (versions.wide == nullptr) continue;
    const bool returns_early = has_early_returns(*versions.kernel);
    if (!has_interchanged_loops(*versions.wide) && !(returns_early && has_barriers(*versions.kernel))) {
      const unsigned dimension = row_dimension_of(*versions.wide);
      versions.wide->eraseFromParent();
      if (dimension != 0)
        exchange_dimensions(*make_version(*versions.kernel, KernelVersion::wide), dimension);
    } else if (returns_early) {
      keep_early_returns_only(*make_version(*versions.kernel, KernelVersion::check));
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
