// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <string>
#include <utility>
#include <vector>

#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {

/// How the 16 lanes of a row go through a function together.
///
/// Blocks lie in one order in which edges go forward, except those to the headers of loops; the blocks of a
/// loop lie together. A register holds for each lane the way that it goes. Blocks that the same lanes reach
/// have the same way; way 0 is that of all lanes. Where lanes part, each gets the way of the block that it
/// goes to and waits there until the others come to it.
class LaneFlow {
 public:
  /// The function has loops in simplified and closed form, and no critical edges.
  LaneFlow(llvm::Function& function, const RowDivergence& divergence);

  /// Empty, or why the flow cannot be followed.
  const std::string& problem() const { return problem_; }

  const std::vector<llvm::BasicBlock*>& order() const { return order_; }
  unsigned position(const llvm::BasicBlock& block) const { return position_.lookup(&block); }
  unsigned way(const llvm::BasicBlock& block) const { return way_.lookup(&block); }
  bool parts(const llvm::BasicBlock& block) const { return parting_.contains(&block); }
  /// Whether lanes may wait between the block and the only one that follows it: its lanes wait there, too.
  bool passes_others(const llvm::BasicBlock& block) const { return passing_.contains(&block); }
  unsigned loops(const llvm::BasicBlock& block) const { return loops_.getLoopDepth(&block); }
  bool is_loop_header(const llvm::BasicBlock& block) const {
    return loops_.isLoopHeader(const_cast<llvm::BasicBlock*>(&block));
  }
  /// Whether lanes wait for others at the start of the block.
  bool is_meeting_point(const llvm::BasicBlock& block) const { return waiting_.contains(&block); }
  /// The number of lanes that wait there.
  unsigned waiting(const llvm::BasicBlock& block) const { return waiting_.lookup(&block); }
  /// The number of lanes that run blocks of the way of the block: that of its first meeting point.
  unsigned running(const llvm::BasicBlock& block) const { return running_[way(block)]; }
  /// The first meeting point from a position on; null if there is none.
  llvm::BasicBlock* next_meeting_point(unsigned position) const;
  /// Whether it is the only meeting point of its way.
  bool meets_alone(const llvm::BasicBlock& block) const { return meeting_points_[way(block)] == 1; }
  bool has_ways() const { return !waiting_.empty(); }

  /// The first block behind `block` that it does not dominate, or that is in no loop with it: without lanes
  /// on the way of `block`, control goes there. Null at the end. Null at the end.
  llvm::BasicBlock* behind(const llvm::BasicBlock& block) const;

  /// The nearest dominator that is in no loop without the block.
  const llvm::BasicBlock& outside_dominator(const llvm::BasicBlock& block) const;

 private:
  void find_order();
  void add_in_order(const llvm::Loop* loop);
  void find_ways();
  void find_meeting_points();
  bool check_jumps();
  bool is_waited_between(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const;

  llvm::Function& function_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::vector<llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> position_, way_;
  llvm::DenseSet<const llvm::BasicBlock*> parting_, passing_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> waiting_;
  std::vector<unsigned> running_, meeting_points_;  ///< of each way
  std::string problem_;
};

}  // namespace quadcl::compiler::qpu
