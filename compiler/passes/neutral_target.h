// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Forgets what the front end said for its stand-in target (attributes, calling conventions), and lets each
/// kernel be called by others as the ordinary function it then is.
class NeutralTarget : public RequiredPass<NeutralTarget> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
