// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler {

/// The multiplications of indices by steps that are most often 1, though the compiler does not know them:
/// those between the elements of a vector or a row, as in `x[i * step + first]`. They come from arguments of
/// the kernel. A step between the rows of a matrix is not taken for one: its address has another term that
/// rises by single elements. Nor is a value that a loop around the row changes, or one with which something
/// is compared: that is a size.
llvm::SmallPtrSet<const llvm::Instruction*, 4> unit_steps_of(const llvm::Loop& row);

/// The factor of such a multiplication that is the step.
llvm::Value& step_of(const llvm::Instruction& multiplication, const llvm::Loop& row);

}  // namespace quadcl::compiler
