// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Computes ids and sizes of work-groups from the global id: a QPU runs rows of the whole NDRange, however it
/// is divided.
class GroupIds : public RequiredPass<GroupIds> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
