// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// A version of a kernel in which one row of lanes runs all rows of a work-group, up to each barrier one
/// behind the other, so that local memory is in registers; or null if there is none. It is in the module;
/// erase it after use. Work-groups must all be full.
llvm::Function* make_group_at_once(llvm::Function& kernel);

/// Whether a kernel is such a version.
bool runs_group_at_once(const llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
