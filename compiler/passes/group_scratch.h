// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

/// Gives the work-group collectives their memory: a `__local` variable with eight bytes for each work-item of
/// the largest group.
void place_group_scratch(llvm::Module& module);

}  // namespace quadcl::compiler
