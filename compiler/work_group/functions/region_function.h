// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/work_group/barriers/item_slots.h"
#include "compiler/work_group/functions/item_loops.h"

namespace quadcl::compiler {

/// Returned by a region function when the group has ended the kernel.
inline constexpr std::uint32_t kGroupDone = 0xffffffff;

/// A function (arguments of the kernel..., group context) -> number of the next region. It runs region
/// `index` for every work-item of the group: three loops around a copy of the region's blocks, of which the
/// outer two run once in a linear version. Memory accesses in the innermost loop are declared parallel, since
/// there is no barrier between them.
llvm::Function* make_region_function(llvm::Function& kernel, const BarrierRegions& regions,
                                     const ItemSlots& slots, unsigned index,
                                     const FixedLocalSize& fixed_local_size,
                                     RowLength length = RowLength::any);

}  // namespace quadcl::compiler
