// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Computes values again for uses far behind, if few operations make them of ids, arguments and constants: in
/// long code, registers are short, and many conditions and addresses would keep one each.
void recompute_far_values(llvm::Function& function);

}  // namespace quadcl::compiler::qpu
