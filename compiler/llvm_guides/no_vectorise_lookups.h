// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Forbids LLVM's vectoriser the loops that load many bytes or shorts from scattered places, such as tables.
/// It would take each address out of a vector and put each element into one: the code is many times as long
/// as that of one iteration, and slower.
class NoVectoriseLookups : public llvm::PassInfoMixin<NoVectoriseLookups> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
