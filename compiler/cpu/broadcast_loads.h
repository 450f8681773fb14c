// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Repeats loads of scalars in the loops that use them as vectors of equal elements, where LLVM's
/// loop-invariant code motion has left more such vectors before a loop than there are registers. Processors
/// broadcast what they load for nothing, while vectors that do not fit are stored before the loop and loaded
/// in it.
class BroadcastLoads : public llvm::PassInfoMixin<BroadcastLoads> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
