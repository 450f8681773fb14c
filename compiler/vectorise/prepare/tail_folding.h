// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Lanes of a vector of the QPUs.
inline constexpr unsigned kLanesOfQpu = 16;

/// Makes each row as long as a multiple of the lanes of a QPU. The body gets a condition: the work-items
/// behind the end do nothing. So lanes leave no rest, which would have to run one by one.
class TailFolding : public llvm::PassInfoMixin<TailFolding> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
