// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>

#include <memory>
#include <set>
#include <vector>

namespace quadcl::compiler {

/// Indices of nodes in one region.
using Places = std::set<unsigned>;

struct FlowRegion;

/// A block of a region, or a loop directly in it.
struct FlowNode {
  llvm::BasicBlock* block;  ///< the header, if it is a loop
  std::unique_ptr<FlowRegion> loop;
  /// Where lanes may wait while others are here. If empty, all lanes of the region are here.
  Places waiting;
  bool joins = false;        ///< lanes may come here from different blocks, one after the other
  bool after_exits = false;  ///< lanes may have left the region earlier in the iteration

  /// Whether some lanes of the region may be elsewhere.
  bool is_partial() const { return !waiting.empty() || after_exits; }
};

/// A loop as a sequence of blocks and inner loops, in an order in which lanes can go through it together.
struct FlowRegion {
  llvm::Loop* loop;
  FlowRegion* parent;
  unsigned place;  ///< index of its node in the parent
  std::vector<FlowNode> nodes;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> places;  ///< of all blocks of the loop
  /// Whether lanes leave the loop at different times. It then runs while any lane is in it.
  bool diverges = false;

  FlowNode& node_of(const llvm::BasicBlock& block) { return nodes[places.lookup(&block)]; }
  unsigned place_of(const llvm::BasicBlock& block) const { return places.lookup(&block); }
};

/// The order of a loop's blocks for lanes that may branch differently, by partial linearisation. Where lanes
/// diverge, the lanes that go to the first of the successors go on; the others wait at their successor.
class Flow {
 public:
  /// Null if the loop's control flow is not reducible.
  static std::unique_ptr<Flow> make(llvm::Loop& row, const llvm::LoopInfo& loops);

  /// Whether lanes may leave a block for different successors.
  using IsDivergent = llvm::function_ref<bool(const llvm::BasicBlock&)>;
  /// Finds the places where lanes wait because of divergent branches. True if anything is new.
  bool update(IsDivergent is_divergent);

  FlowRegion& row() { return *row_; }
  /// The innermost region that contains the block.
  FlowRegion& region_of(const llvm::BasicBlock& block) { return *regions_.find(&block)->second; }
  FlowNode& node_of(const llvm::BasicBlock& block) { return region_of(block).node_of(block); }
  /// All blocks, in the order of nodes.
  const std::vector<llvm::BasicBlock*>& order() const { return order_; }

 private:
  bool build(FlowRegion& region, const llvm::LoopInfo& loops);
  bool visit(FlowRegion& region, llvm::BasicBlock& block, const llvm::LoopInfo& loops,
             std::vector<llvm::BasicBlock*>& reversed);
  void plan(FlowRegion& region, IsDivergent is_divergent);
  void leave_block(FlowRegion& region, unsigned place, IsDivergent is_divergent);
  void leave_loop(FlowRegion& region, unsigned place);
  void deliver(FlowRegion& region, const Places& next);
  void join(FlowNode& node);
  void diverge(FlowRegion& region);

  std::unique_ptr<FlowRegion> row_;
  llvm::DenseMap<const llvm::BasicBlock*, FlowRegion*> regions_;
  llvm::DenseMap<const llvm::BasicBlock*, int> visited_;
  std::vector<llvm::BasicBlock*> order_;
  bool changed_ = false;
};

}  // namespace quadcl::compiler
