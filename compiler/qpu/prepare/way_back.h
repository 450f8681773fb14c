// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace quadcl::compiler::qpu {

/// The only block that leaves the loop, which then also goes back itself: what a block between computes on
/// the way back is moved to its end, and that block is not reached any more. Null if the loop has no such
/// block.
llvm::BasicBlock* join_way_back(llvm::Loop& loop);

}  // namespace quadcl::compiler::qpu
