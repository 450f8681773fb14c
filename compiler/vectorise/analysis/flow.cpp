// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/flow.h"

#include <llvm/IR/CFG.h>

#include <algorithm>

namespace quadcl::compiler {
namespace {

enum : int { kNew, kOpen, kDone };

/// The loop directly in `outer` that has this header; null for other blocks.
llvm::Loop* inner_loop(const llvm::BasicBlock& block, const llvm::Loop& outer, const llvm::LoopInfo& loops) {
  llvm::Loop* loop = loops.getLoopFor(&block);
  return loop != &outer && loop->getHeader() == &block ? loop : nullptr;
}

/// The successors of a block, or the exit blocks of the loop that it begins.
llvm::SmallVector<llvm::BasicBlock*, 4> successors_of(llvm::BasicBlock& block, llvm::Loop* loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> next;
  if (loop == nullptr) {
    next.append(llvm::succ_begin(&block), llvm::succ_end(&block));
  } else {
    loop->getUniqueExitBlocks(next);
  }
  return next;
}

}  // namespace

std::unique_ptr<Flow> Flow::make(llvm::Loop& row, const llvm::LoopInfo& loops) {
  auto flow = std::make_unique<Flow>();
  flow->row_ = std::make_unique<FlowRegion>();
  flow->row_->loop = &row;
  return flow->build(*flow->row_, loops) ? std::move(flow) : nullptr;
}

bool Flow::build(FlowRegion& region, const llvm::LoopInfo& loops) {
  std::vector<llvm::BasicBlock*> reversed;
  if (!region.loop->isLoopSimplifyForm()) return false;
  visited_[region.loop->getHeader()] = kNew;
  if (!visit(region, *region.loop->getHeader(), loops, reversed)) return false;
  region.nodes = std::vector<FlowNode>(reversed.size());
  for (std::size_t i = 0; i < reversed.size(); ++i) {
    llvm::BasicBlock* block = reversed[reversed.size() - 1 - i];
    const auto place = static_cast<unsigned>(i);
    FlowNode& node = region.nodes[i];
    node.block = block;
    llvm::Loop* loop = inner_loop(*block, *region.loop, loops);
    if (loop == nullptr) {
      region.places[block] = place;
      regions_[block] = &region;
      order_.push_back(block);
      continue;
    }
    node.loop = std::make_unique<FlowRegion>();
    node.loop->loop = loop;
    node.loop->parent = &region;
    node.loop->place = place;
    for (const llvm::BasicBlock* inside : loop->blocks()) region.places[inside] = place;
    if (!build(*node.loop, loops)) return false;
  }
  return true;
}

/// Visits blocks depth first; false if it finds a cycle that is no loop.
bool Flow::visit(FlowRegion& region, llvm::BasicBlock& block, const llvm::LoopInfo& loops,
                 std::vector<llvm::BasicBlock*>& reversed) {
  visited_[&block] = kOpen;
  const bool is_first = &block == region.loop->getHeader();
  llvm::Loop* loop = is_first ? nullptr : inner_loop(block, *region.loop, loops);
  for (llvm::BasicBlock* next : successors_of(block, loop)) {
    if (next == region.loop->getHeader() || !region.loop->contains(next)) continue;
    const int state = visited_.lookup(next);
    if (state == kOpen) return false;
    if (state == kNew && !visit(region, *next, loops, reversed)) return false;
  }
  visited_[&block] = kDone;
  reversed.push_back(&block);
  return true;
}

bool Flow::update(IsDivergent is_divergent) {
  changed_ = false;
  plan(*row_, is_divergent);
  return changed_;
}

void Flow::join(FlowNode& node) {
  changed_ |= !node.joins;
  node.joins = true;
}

void Flow::diverge(FlowRegion& region) {
  changed_ |= !region.diverges;
  region.diverges = true;
}

void Flow::plan(FlowRegion& region, IsDivergent is_divergent) {
  for (FlowNode& node : region.nodes) node.waiting.clear();
  bool exits = false;
  for (unsigned place = 0; place < region.nodes.size(); ++place) {
    FlowNode& node = region.nodes[place];
    node.after_exits = exits && region.diverges;
    const auto leaves = [&](const llvm::BasicBlock* next) { return !region.loop->contains(next); };
    exits |= llvm::any_of(successors_of(*node.block, node.loop ? node.loop->loop : nullptr), leaves);
    if (node.loop) {
      plan(*node.loop, is_divergent);
      leave_loop(region, place);
    } else {
      leave_block(region, place, is_divergent);
    }
  }
}

void Flow::leave_block(FlowRegion& region, unsigned place, IsDivergent is_divergent) {
  const FlowNode& node = region.nodes[place];
  const llvm::SmallPtrSet<llvm::BasicBlock*, 4> next(llvm::succ_begin(node.block),
                                                     llvm::succ_end(node.block));
  const bool is_divided = next.size() > 1 && is_divergent(*node.block);
  const auto leaves = [&](const llvm::BasicBlock* block) { return !region.loop->contains(block); };
  const bool exits = llvm::any_of(next, leaves);
  if (exits && (is_divided || node.is_partial()) && &region != row_.get()) diverge(region);
  Places all = node.waiting;
  for (llvm::BasicBlock* block : next) {
    if (leaves(block) || block == region.loop->getHeader()) continue;
    Places one = node.waiting;
    one.insert(region.place_of(*block));
    all.insert(region.place_of(*block));
    if (!is_divided && !(exits && region.diverges)) deliver(region, one);
  }
  if (is_divided || (exits && region.diverges)) deliver(region, all);
}

void Flow::leave_loop(FlowRegion& region, unsigned place) {
  const FlowNode& node = region.nodes[place];
  const bool diverges = node.loop->diverges;
  Places all = node.waiting;
  for (llvm::BasicBlock* block : successors_of(*node.block, node.loop->loop)) {
    if (!region.loop->contains(block)) {
      if (diverges || node.is_partial()) diverge(region);
      // The block may be in a region around `region`; lanes come to it one after the other.
      if (diverges) join(node_of(*block));
      continue;
    }
    FlowNode& to = region.node_of(*block);
    if (diverges) join(to);
    Places one = node.waiting;
    one.insert(region.place_of(*block));
    all.insert(region.place_of(*block));
    if (!diverges) deliver(region, one);
  }
  if (diverges) deliver(region, all);
}

/// Lanes go on to the first of the places, or wait at the others.
void Flow::deliver(FlowRegion& region, const Places& next) {
  if (next.empty()) return;
  FlowNode& first = region.nodes[*next.begin()];
  for (auto place = std::next(next.begin()); place != next.end(); ++place) {
    first.waiting.insert(*place);
    join(region.nodes[*place]);
  }
}

}  // namespace quadcl::compiler
