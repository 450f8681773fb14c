// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes compare-exchanges of 0 with 0 from atomic operations that never change memory, such as
/// `atomic_add(p, 0)`, the atomic load of OpenCL 1.x. LLVM makes a fence and a load of them on x86, which
/// takes several times as long as a locked instruction.
class IdempotentRmw : public llvm::PassInfoMixin<IdempotentRmw> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
