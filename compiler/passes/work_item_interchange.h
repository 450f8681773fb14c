// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Work-groups with fewer work-items along x gain nothing from loops that were interchanged.
inline constexpr unsigned kLeastItemsForInterchange = 8;

/// Interchanges the loop over work-items with innermost loops through which all work-items of a group go
/// together: barriers around the body make the loop over work-items lie inside, where LLVM can vectorise it.
/// Only loops with consecutive or equal memory accesses for neighbours along x are chosen, loops with much
/// arithmetic on numbers of each work-item, and loops of common iterations (strided_loops.h); none that will
/// be unrolled. If there are vectors in them, the kernel's vectors are taken apart into their elements.
/// Kernels with interchanged loops are marked.
class WorkItemInterchange : public llvm::PassInfoMixin<WorkItemInterchange> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// Whether the kernel is marked.
bool has_interchanged_loops(const llvm::Function& kernel);

}  // namespace quadcl::compiler
