// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// Whether work-items may run the instruction together, each waiting until all have run it: arithmetic, loads
/// and stores of memory that is not private, atomics that do not wait.
bool may_interleave(const llvm::Instruction& instruction);

/// The loops of a kernel, each with a preheader, one latch, and its own exit blocks.
llvm::LoopInfo& simplified_loops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

/// Whether a value of the loop is used after it.
bool is_used_outside(const llvm::Loop& loop);

/// The number of the last iteration, an integer that can be computed in the preheader; null if there is none.
const llvm::SCEV* last_iteration(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

/// Whether the loop contains a barrier.
bool has_barrier(const llvm::Loop& loop);

/// Whether the loop, in simplified form, has one latch and one exit, which is in the header.
bool exits_at_header(const llvm::Loop& loop);

/// Puts a barrier before the body and one after the loop, which must exit at its header. The loop's branch
/// then ends a region. Returns whether it has added any.
bool put_barriers_behind_header(const llvm::Loop& loop);

}  // namespace quadcl::compiler
