// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Cuts a counter inside of its loop if only its low bits are used after it. LLVM widens counters that are
/// indices, too. Lanes that leave a loop at different times each keep the number with which they left: the
/// fewer bits, the fewer registers.
class ShrinkLiveOuts : public llvm::PassInfoMixin<ShrinkLiveOuts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
