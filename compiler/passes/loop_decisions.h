// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace quadcl::compiler {

/// Whether work-items may take turns with the instruction: arithmetic, loads and stores of what is no
/// work-item's own, atomics that wait for nothing.
bool may_take_turns(const llvm::Instruction& instruction);

/// Gives every loop one way in and one way round, and blocks of its own where it is left.
void simplify_loops(llvm::LoopInfo& loops, llvm::DominatorTree& dominators);

/// One way round and one way out, which is at the top. The loops were simplified.
bool decides_at_top(const llvm::Loop& loop);

/// Puts barriers behind the top of the loop, where it decides whether to go on: one before the body, one
/// after the loop. The loop has one way out, at the top. Each side is then a region without the other, made
/// once rather than as a part of what comes before the loop and of its last part.
void separate_decision(const llvm::Loop& loop);

/// Does so for all loops that contain a barrier and that all work-items leave together, so that no region has
/// a branch in its middle that only says where all go next, which LLVM's vectoriser would have to mask.
void separate_loop_decisions(llvm::Function& kernel);

}  // namespace quadcl::compiler
