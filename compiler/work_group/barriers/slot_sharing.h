// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/barrier_regions.h"

namespace quadcl::compiler {

/// A phi that lives across a barrier, and one of its incoming values that does, too.
struct PhiAndIncoming {
  llvm::Instruction* phi;
  llvm::Instruction* incoming;
};

/// Finds values that can share a slot: phis and their incoming values that are never needed at the same time,
/// such as the sums of one iteration and the next. Otherwise a region would only copy them for all
/// work-items. Returns, for values that share a slot with others, one of these, which is the same for all of
/// them.
llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*> share_slots(llvm::ArrayRef<PhiAndIncoming> pairs,
                                                                         const BarrierRegions& regions);

}  // namespace quadcl::compiler
