// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives rows that LLVM's vectoriser will take two forms, if it would make vectors of more elements than many
/// rows have work-items: it chooses them by the narrowest type, such as the bytes of an image. Rows shorter
/// than such a vector then have vectors of kShortRow elements.
class ShortTripVersions : public llvm::PassInfoMixin<ShortTripVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
