// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler {

/// Guards at the start of a kernel, "if (get_global_id(0) >= n) return;", before anything has an effect.

/// Leaves them out: the kernel for work-groups all of whose work-items pass. Says whether there were any.
bool remove_early_returns(llvm::Function& kernel);

/// Leaves nothing else: work-items that would return early meet a barrier, the others end.
void keep_early_returns_only(llvm::Function& kernel);

}  // namespace quadcl::compiler
