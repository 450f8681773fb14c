// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes accesses of private variables ordinary ones if these are `volatile` and only the work-item itself
/// can reach them: nobody could tell the difference (`volatile const uint one = 1; atomic_add(p, one)`, as
/// hashcat has it).
class PrivateVolatiles : public llvm::PassInfoMixin<PrivateVolatiles> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
