// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Undoes what LLVM did to conditions: `(a | b) == 0` becomes `a == 0 && b == 0`, and branches one behind the
/// other, as of `a && b ? in[i] : 0`, become one.
void make_conditions_plain(llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
