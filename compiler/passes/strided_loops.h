// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include <vector>

namespace quadcl::compiler {

/// Divides loops with which a work-group shares out what it has to do,
///
///     for (i = get_global_id(0); i < n; i += get_global_size(0))
///
/// into the turns that all its work-items take, which they can take together, and the rest, for each
/// work-item the loop as it was. Only loops with accesses side by side for neighbours along x. The header of
/// each loop of common turns is returned; it decides for all work-items at once.
std::vector<llvm::BasicBlock*> split_strided_loops(llvm::Function& kernel);

}  // namespace quadcl::compiler
