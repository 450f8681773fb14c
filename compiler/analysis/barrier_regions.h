// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/raw_ostream.h>

#include <vector>

namespace quadcl::compiler {

/// The code from the start of the kernel, or from a barrier, to the barriers or the end that can come next.
/// All work-items of a group run a region before any work-item runs the next one. All of them arrive at the
/// same barrier, whatever loops and branches lead there (OpenCL C 3.0, section 6.15.8). Regions may share
/// blocks.
struct Region {
  llvm::BasicBlock* start = nullptr;
  llvm::SetVector<llvm::BasicBlock*> blocks;  ///< in an order that is the same in every build
  std::vector<unsigned> next;                 ///< regions that can follow, ascending
  bool may_end = false;                       ///< the kernel may end after it
  /// Some work-items may end the kernel here while others go on to a barrier. This is undefined in OpenCL C,
  /// but works on GPUs, and programs rely on it: early returns at the ragged end, before a tiled loop.
  bool may_lose_items = false;
};

/// The regions of a kernel. Region 0 starts the kernel, region i > 0 follows barriers[i - 1].
struct BarrierRegions {
  std::vector<llvm::CallInst*> barriers;
  std::vector<Region> regions;
  /// live[i]: values that region i may read but does not compute, in the order of the source. Empty for
  /// region 0.
  std::vector<llvm::SetVector<llvm::Instruction*>> live;

  bool single() const { return barriers.empty(); }
  bool may_lose_items() const;
  void print(llvm::raw_ostream& out) const;
};

/// Finds the regions of a kernel, but not whether they may lose items. Every barrier must have its own block
/// (region_barriers.h).
BarrierRegions find_barrier_regions(llvm::Function& kernel);

/// Also whether they may lose items.
class BarrierRegionsAnalysis : public llvm::AnalysisInfoMixin<BarrierRegionsAnalysis> {
 public:
  using Result = BarrierRegions;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
  static llvm::AnalysisKey Key;
};

/// In the order of the source.
std::vector<llvm::CallInst*> find_barriers(llvm::Function& kernel);

bool is_barrier(const llvm::Instruction& instruction);
llvm::CallInst* insert_barrier(llvm::BasicBlock::iterator position);

}  // namespace quadcl::compiler
