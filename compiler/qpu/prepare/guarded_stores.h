// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Of stores one behind the other, each behind a condition of its own such as `i < count`, there is a copy
/// without conditions for when all lanes hold all of them: such stores may be one transfer. Returns whether
/// there are such stores.
bool copy_guarded_stores(llvm::Function& function);

}  // namespace quadcl::compiler::qpu
