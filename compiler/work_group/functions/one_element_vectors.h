// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Loads and stores scalars in place of vectors of one element, which LLVM makes of parts of a vload3. Lanes
/// could join such a load neither with others nor with its neighbours along the row.
class OneElementVectors : public llvm::PassInfoMixin<OneElementVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
