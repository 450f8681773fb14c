// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Copies the first stores that stand one behind the other, each behind a condition of its own such as
/// `i < count`, without the conditions, for when all lanes hold all of them: then, they may be one transfer.
void copy_guarded_stores(llvm::Function& function);

}  // namespace quadcl::compiler::qpu
