// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace llvm {
class BasicBlock;
}

namespace quadcl::compiler {

/// Splits loops with which a work-group shares out what it has to do (grid-stride loops),
///
///     for (i = get_global_id(0); i < n; i += get_global_size(0))
///
/// into a loop of the iterations that all its work-items have in common, and a remainder, for each work-item
/// the loop as it was. Only loops with consecutive accesses for neighbours along x. The header of a loop of
/// common iterations decides for all work-items at once, and is marked.
class StridedLoops : public llvm::PassInfoMixin<StridedLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

/// Whether the header is marked; the mark goes.
bool take_common_mark(llvm::BasicBlock& header);

}  // namespace quadcl::compiler
