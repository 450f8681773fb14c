// SPDX-License-Identifier: Apache-2.0
// Loops over work-items, and the marks and limits of loops that several stages share.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace quadcl::compiler {

/// LLVM's mark for loops with the accesses, by groups, whose order from iteration to iteration does not
/// matter.
inline constexpr const char* kParallelAccesses = "llvm.loop.parallel_accesses";
/// LLVM's mark for loops that have lanes, or are to have none.
inline constexpr const char* kVectorised = "llvm.loop.isvectorized";
/// LLVM's mark for loops that must not be unrolled.
inline constexpr const char* kNotUnrolled = "llvm.loop.unroll.disable";
/// The most instructions of a loop that is completely unrolled, counted after unrolling.
inline constexpr unsigned kMostInstructionsUnrolled = 1024;

/// Whether an operand may be the address of a variable on the stack, which work-items use one after the
/// other.
bool touches_stack(const llvm::Instruction& instruction);

/// The `llvm.loop` metadata of the back edges of a loop over the regions of a kernel.
llvm::MDNode* make_region_loop(llvm::LLVMContext& context);
bool is_over_regions(const llvm::Loop& loop);

/// Whether the loop is one of a region function's three loops over work-items.
bool is_over_work_items(const llvm::Loop& loop);
/// Whether the iterations of such a loop may run this access in any order.
bool is_parallel_access(const llvm::Instruction& access, const llvm::Loop& loop);

/// Says that work-items depend on the order in which the loop runs them, in spite of its other marks.
void set_in_order(llvm::Loop& loop);
bool is_in_order(const llvm::Loop& loop);

}  // namespace quadcl::compiler
