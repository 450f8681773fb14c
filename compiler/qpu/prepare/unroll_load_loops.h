// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Grid-stride loops that only load, `for (i = id; i < n; i += step) sum += a[i]`, run several iterations at
/// a time as long as all of them follow, so that their loads are under way together. The order of their
/// operations stays. LLVM does not unroll loops whose work-items may leave at different times.
class UnrollLoadLoops : public llvm::PassInfoMixin<UnrollLoadLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
