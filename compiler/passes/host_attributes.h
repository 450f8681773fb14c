// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Tells LLVM's passes of the processor that will run the function, and to leave loops that move elements as
/// they are.
class HostAttributes : public RequiredPass<HostAttributes> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
