// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler::qpu {

/// (last): in lane i, the number i; from the last one on, that.
inline constexpr const char* kLaneUpToFunction = "quadcl.lane_up_to";

/// Whether each lane of the load has an address of its own, although its words count as the same for a row:
/// there is one such load for all rows that run together.
bool loads_in_lanes(const llvm::LoadInst& load);

/// Loads of a loop whose addresses are the same for a row, and all grow by the same number from one iteration
/// to the next, load together, each by a lane: a TMU takes as long for one word as for 16. For a version of a
/// kernel in which all work-items of a row go the same way. Later loads of a block move up to the first, past
/// stores, which is right where no load reads what the launch stores (MemoryOrder). Returns how many requests
/// that saves.
std::size_t join_stepped_loads(llvm::Function& version);

}  // namespace quadcl::compiler::qpu
