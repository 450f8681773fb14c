// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Turns atomic operations on local memory into a load, an operation and a store: one thread runs all
/// work-items of a group, and no other thread accesses the memory. Run it after accesses were declared
/// parallel: it withdraws the declaration in functions with such operations. Their results, and accesses that
/// they order (locks, for example), depend from one work-item to the next, even if optimisation removes the
/// operations.
class LocalAtomics : public RequiredPass<LocalAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
