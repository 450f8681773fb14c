// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/lane_flow.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <set>

namespace quadcl::compiler::qpu {
namespace {

using Edge = std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>;

/// The loop directly inside `outer` (null: the function) that has the block; null if `outer` itself does.
const llvm::Loop* loop_within(const llvm::Loop* outer, const llvm::BasicBlock& block,
                              const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(&block);
  if (loop == outer) return nullptr;
  while (loop->getParentLoop() != outer) loop = loop->getParentLoop();
  return loop;
}

}  // namespace

LaneFlow::LaneFlow(llvm::Function& function, const RowDivergence& divergence)
    : function_(function), dominators_(function), loops_(dominators_), parting_(divergence.parting) {
  find_order();
  if (!problem_.empty()) return;
  do {
    find_ways();
  } while (!check_jumps());
  find_meeting_points();
}

void LaneFlow::find_order() {
  add_in_order(nullptr);
  for (unsigned i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  for (const llvm::BasicBlock* block : order_)
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (position(*next) <= position(*block) &&
          !(loops_.getLoopFor(next) != nullptr && loops_.getLoopFor(next)->getHeader() == next))
        problem_ = "its control flow has loops with several entries";
}

/// Adds the blocks of a loop, or of the function, so that those of each inner loop lie together.
void LaneFlow::add_in_order(const llvm::Loop* loop) {
  // Reverse postorder of the blocks of the loop and of its inner loops, each as one node: its header.
  const llvm::BasicBlock* entry = loop != nullptr ? loop->getHeader() : &function_.getEntryBlock();
  std::vector<const llvm::BasicBlock*> postorder;
  std::set<const llvm::BasicBlock*> seen;
  const auto node_of = [&](const llvm::BasicBlock& block) {
    const llvm::Loop* inner = loop_within(loop, block, loops_);
    return inner != nullptr ? inner->getHeader() : const_cast<llvm::BasicBlock*>(&block);
  };
  const auto leaving = [&](const llvm::BasicBlock& node) {
    std::vector<const llvm::BasicBlock*> result;
    const llvm::Loop* inner = loop_within(loop, node, loops_);
    const auto add = [&](const llvm::BasicBlock& from) {
      for (const llvm::BasicBlock* next : llvm::successors(&from)) {
        if ((loop != nullptr && (!loop->contains(next) || next == entry)) ||
            (inner != nullptr && inner->contains(next)))
          continue;
        result.push_back(node_of(*next));
      }
    };
    if (inner == nullptr) {
      add(node);
    } else {
      for (const llvm::BasicBlock* block : inner->blocks()) add(*block);
    }
    return result;
  };
  struct Frame {
    const llvm::BasicBlock* node;
    std::vector<const llvm::BasicBlock*> next;
  };
  std::vector<Frame> frames{{entry, leaving(*entry)}};
  seen.insert(entry);
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.next.empty()) {
      postorder.push_back(frame.node);
      frames.pop_back();
      continue;
    }
    const llvm::BasicBlock* next = frame.next.back();
    frame.next.pop_back();
    if (seen.insert(next).second) frames.push_back({next, leaving(*next)});
  }
  for (auto node = postorder.rbegin(); node != postorder.rend(); ++node) {
    if (const llvm::Loop* inner = loop_within(loop, **node, loops_)) {
      add_in_order(inner);
    } else {
      order_.push_back(const_cast<llvm::BasicBlock*>(*node));
    }
  }
}

/// Blocks have the same way if they depend on the same decisions at which lanes part.
void LaneFlow::find_ways() {
  llvm::PostDominatorTree post_dominators(function_);
  std::map<const llvm::BasicBlock*, std::set<Edge>> decisions;
  std::map<const llvm::BasicBlock*, std::set<const llvm::BasicBlock*>> inherits;
  for (const llvm::BasicBlock* block : order_) {
    if (block->getTerminator()->getNumSuccessors() < 2) continue;
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      // All blocks from `next` up the tree to where both ways have met depend on this edge.
      const auto* end = post_dominators.getNode(block)->getIDom();
      for (const auto* node = post_dominators.getNode(next); node != nullptr && node != end;
           node = node->getIDom()) {
        if (node->getBlock() == nullptr) break;
        if (parts(*block)) {
          decisions[node->getBlock()].insert({block, next});
        } else {
          inherits[node->getBlock()].insert(block);
        }
      }
    }
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (const llvm::BasicBlock* block : order_)
      for (const llvm::BasicBlock* from : inherits[block])
        for (const Edge& edge : decisions[from]) changes |= decisions[block].insert(edge).second;
  }
  std::map<std::set<Edge>, unsigned> numbers{{{}, 0}};
  for (const llvm::BasicBlock* block : order_) {
    const auto [place, is_new] = numbers.try_emplace(decisions[block], static_cast<unsigned>(numbers.size()));
    way_[block] = place->second;
  }
  running_.assign(numbers.size(), 0);
  meeting_points_.assign(numbers.size(), 0);
}

/// Whether lanes of other ways may wait in blocks that a jump would leave behind.
bool LaneFlow::is_waited_between(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
  for (unsigned i = position(from) + 1; i < position(to); ++i) {
    const bool is_reached_here =
        llvm::all_of(llvm::predecessors(order_[i]), [&](const llvm::BasicBlock* before) {
          return position(*before) >= position(from) && position(*before) < position(to);
        });
    if (!is_reached_here) return true;
  }
  return false;
}

/// A branch that all lanes of its way take together is a jump. It must not leave behind blocks where others
/// wait. If it would, lanes are treated as if they parted there. False if that is new.
bool LaneFlow::check_jumps() {
  for (const llvm::BasicBlock* block : order_) {
    if (way(*block) == 0 || parts(*block)) continue;
    const bool has_choice = block->getTerminator()->getNumSuccessors() > 1;
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      if (!is_waited_between(*block, *next)) continue;
      if (!has_choice) {
        passing_.insert(block);
        continue;
      }
      parting_.insert(block);
      return false;
    }
  }
  return true;
}

void LaneFlow::find_meeting_points() {
  for (const llvm::BasicBlock* block : order_) {
    const bool meets = llvm::any_of(llvm::predecessors(block), [&](const llvm::BasicBlock* from) {
      return parts(*from) || passes_others(*from) || way(*from) != way(*block);
    });
    if (!meets) continue;
    waiting_[block] = static_cast<unsigned>(waiting_.size() + 1);
    if (meeting_points_[way(*block)]++ == 0) running_[way(*block)] = waiting_[block];
  }
}

llvm::BasicBlock* LaneFlow::next_meeting_point(unsigned position) const {
  const auto found = std::find_if(order_.begin() + position, order_.end(),
                                  [&](const llvm::BasicBlock* block) { return is_meeting_point(*block); });
  return found != order_.end() ? *found : nullptr;
}

/// Behind the loop of the block, lanes may wait that passed the block in an earlier iteration.
llvm::BasicBlock* LaneFlow::behind(const llvm::BasicBlock& block) const {
  const llvm::Loop* loop = loops_.getLoopFor(&block);
  for (unsigned i = position(block) + 1; i < order_.size(); ++i) {
    const bool is_left = loop != nullptr && !loop->contains(order_[i]);
    if (is_left || !dominators_.dominates(&block, order_[i])) return next_meeting_point(i);
  }
  return nullptr;
}

const llvm::BasicBlock& LaneFlow::outside_dominator(const llvm::BasicBlock& block) const {
  const auto* node = dominators_.getNode(&block)->getIDom();
  while (node != nullptr) {
    const llvm::Loop* loop = loops_.getLoopFor(node->getBlock());
    if (loop == nullptr || loop->contains(&block)) return *node->getBlock();
    node = node->getIDom();
  }
  return function_.getEntryBlock();
}

}  // namespace quadcl::compiler::qpu
