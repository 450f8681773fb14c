// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace llvm {
class BasicBlock;
}

namespace quadcl::compiler {

/// Splits loops in which the work-items share the iterations (grid-stride loops),
///
///     for (i = get_global_id(0); i < n; i += get_global_size(0))
///
/// into a loop of the iterations that all work-items have in common, and a remainder: the original loop for
/// each work-item. Only loops in which neighbours along x have consecutive accesses. The header of the common
/// loop decides for all work-items at once, and is marked.
class StridedLoops : public llvm::PassInfoMixin<StridedLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// Whether the header is marked. Removes the mark.
bool take_common_mark(llvm::BasicBlock& header);

}  // namespace quadcl::compiler
