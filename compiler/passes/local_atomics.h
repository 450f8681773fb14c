// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Atomic operations on local memory become a load, an operation and a store: one thread runs all work-items
/// of a group, one after the other between barriers, and no other thread knows the memory. To be run when
/// accesses have been declared parallel, which is withdrawn for all of a function that has such operations:
/// what comes out depends from one work-item to the next, and so may whatever they order, locks for instance,
/// even where nothing is left of them after optimisation.
class LocalAtomics : public RequiredPass<LocalAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
