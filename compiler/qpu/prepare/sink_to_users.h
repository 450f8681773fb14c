// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Moves instructions down to their first user where that takes no more registers: what they are made of is
/// needed as long anyway. Code that does the same for one row after the other has fewer values at a time
/// then.
void sink_to_users(llvm::Function& function);

}  // namespace quadcl::compiler::qpu
