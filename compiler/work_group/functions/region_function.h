// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/work_group/barriers/item_slots.h"

namespace quadcl::compiler {

/// Returned by a region function when the group has ended the kernel.
inline constexpr std::uint32_t kGroupDone = 0xffffffff;

/// LLVM's mark for loops with the accesses, by groups, whose order from iteration to iteration does not
/// matter.
inline constexpr const char* kParallelAccesses = "llvm.loop.parallel_accesses";
/// LLVM's mark for loops that have lanes, or are to have none.
inline constexpr const char* kVectorised = "llvm.loop.isvectorized";

/// How long the rows are that a region function runs. Short ones have fewer than QUADCL_WIDE_ROW work-items,
/// which are too few for lanes.
enum class RowLength { any, is_short };

/// A function (arguments of the kernel..., group context) -> number of the next region. It runs region
/// `index` for every work-item of the group: three loops around a copy of the region's blocks, of which the
/// outer two run once in a linear version. Memory accesses in the innermost loop are declared parallel, since
/// there is no barrier between them.
llvm::Function* make_region_function(llvm::Function& kernel, const BarrierRegions& regions,
                                     const ItemSlots& slots, unsigned index,
                                     const FixedLocalSize& fixed_local_size,
                                     RowLength length = RowLength::any);

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
