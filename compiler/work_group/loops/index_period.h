// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

namespace quadcl::compiler {

/// Whether an iteration begins with the test whether there is one.
bool tests_first(const llvm::Loop& loop);

/// After how many iterations of a loop the indices of all private arrays in it begin again: 16 for `array[i %
/// 16]` where `i` rises by 1 from 0. An iteration of the loop unrolled so many times has constant indices.
/// 0 if there is no such number below that of all iterations, of which it must be a part.
unsigned index_period(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

/// Whether a comparison in the loop holds, or does not, in the first iteration alone.
bool differs_in_first_iteration(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

}  // namespace quadcl::compiler
