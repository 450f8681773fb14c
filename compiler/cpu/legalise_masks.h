// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes masks that go from block to block as wide as registers, unless the processor has registers for bits.
/// LLVM's code generators would make bytes of them and back, block by block.
class LegaliseMasks : public llvm::PassInfoMixin<LegaliseMasks> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
