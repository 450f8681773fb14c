// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Kernels that have barriers or local memory run group by group. For all others, computes ids and sizes of
/// work-groups from the global id: a QPU runs rows of the whole NDRange, however it is divided.
class GroupIds : public RequiredPass<GroupIds> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Whether a kernel that GroupIds has seen runs group by group.
bool runs_groups(const llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
