// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Removes the attributes and calling conventions of the front end's stand-in target. Kernels become ordinary
/// functions that other kernels can call.
class NeutralTarget : public RequiredPass<NeutralTarget> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
