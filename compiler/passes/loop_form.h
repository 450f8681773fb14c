// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// Whether work-items may interleave at the instruction, each going on only when all have run it: arithmetic,
/// loads and stores of what is no work-item's own, atomics that wait for nothing.
bool may_interleave(const llvm::Instruction& instruction);

/// The loops of a kernel, each with a preheader, one latch, and exit blocks of its own.
llvm::LoopInfo& simplified_loops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

/// Whether the loop has one latch and one exit, which is in the header. The loop is a simplified one.
bool exits_at_header(const llvm::Loop& loop);

/// Puts a barrier before the body and one after the loop, which exits at its header. The header then ends a
/// region, so that no region has the loop's branch in its middle.
void put_barriers_behind_header(const llvm::Loop& loop);

}  // namespace quadcl::compiler
