// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/item_slots.h"
#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {

/// What a region function returns when the kernel is over for the group.
inline constexpr std::uint32_t kGroupDone = 0xffffffff;

/// A function (arguments of the kernel..., group context) -> number of the region that follows, which runs
/// region `index` for every work-item of the group: three loops around a copy of the region's blocks. Memory
/// accesses in the innermost loop are declared parallel, which is what the absence of barriers means.
llvm::Function* make_region_function(llvm::Function& kernel, const BarrierRegions& regions,
                                     const ItemSlots& slots, unsigned index,
                                     const FixedLocalSize& fixed_local_size);

/// Whether the loop is one of the three of a region function.
bool is_over_work_items(const llvm::Loop& loop);

}  // namespace quadcl::compiler
