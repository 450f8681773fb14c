// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Interchanges the loop over work-items with innermost loops that all work-items of a group run together.
/// Barriers around the body put the loop over work-items inside, where LLVM can vectorise it. Chosen are
/// loops with consecutive or equal accesses of neighbours along x, loops that store rows of what they read
/// from columns in local memory, and loops of common iterations (strided_loops.h), but none that will be
/// unrolled or keeps a sum for each work-item. If such a loop has vectors, all vectors of the kernel are
/// split into elements. Kernels with interchanged loops are marked.
class WorkItemInterchange : public llvm::PassInfoMixin<WorkItemInterchange> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// Whether the kernel is marked.
bool has_interchanged_loops(const llvm::Function& kernel);

}  // namespace quadcl::compiler
