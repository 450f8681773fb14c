// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Removes arrays in local memory that only hold what work-items loaded from buffers, or computed of their
/// ids: where an element is read, it is loaded or computed again. Then it removes the barriers, if none is
/// left that orders anything.
class RemoveTiles : public llvm::PassInfoMixin<RemoveTiles> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
