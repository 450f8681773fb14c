// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Writes the iterations of loops with such instructions one behind the other, where each lane's number of
/// them is known. False if some such loop remains.
bool peel_group_loops(llvm::Function& function, bool knows_ids,
                      llvm::function_ref<bool(const llvm::Instruction&)> is_wanted);

}  // namespace quadcl::compiler::qpu
