// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <set>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/qpu/analysis/lane_flow.h"

namespace quadcl::compiler::qpu {

/// Blocks that only the first rows of a line of a work-group go to, as in `if (id < half)`. Where a row has
/// no lane for one, rows behind it in the line have none, either, and do nothing else up to the next barrier.
class IdleRows {
 public:
  IdleRows(const llvm::Function& kernel, const BarrierRegions& regions, const LaneFlow& flow,
           const RowDivergence& group);

  /// The regions that can follow one in which rows are idle without such a block; null for other blocks.
  const std::set<unsigned>* regions_behind(const llvm::BasicBlock& block) const {
    const auto found = behind_.find(&block);
    return found != behind_.end() ? &found->second : nullptr;
  }

 private:
  bool is_idle_without(const llvm::BasicBlock& block, const BarrierRegions& regions);

  llvm::DenseMap<const llvm::BasicBlock*, std::set<unsigned>> behind_;
};

}  // namespace quadcl::compiler::qpu
