// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Loops of two blocks that work-items leave in both, `while (n < most) { ...; if (found) break; }`, with the
/// same values, become one block that ends with one condition. The first test is made before the loop, too,
/// and what it computes for the rest of the loop goes from one iteration to the next.
class JoinExits : public llvm::PassInfoMixin<JoinExits> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
