// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes a copy of memory of each struct or array that is loaded as a value and stored elsewhere at once,
/// whole or part by part, as the front end leaves the results of functions. Passes would make a value of each
/// of its numbers, hundreds for a text in an array.
class AggregateCopies : public llvm::PassInfoMixin<AggregateCopies> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
