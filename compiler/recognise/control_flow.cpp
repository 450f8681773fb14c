// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Constants.h>

#include "compiler/recognise/work_item.h"

namespace quadcl::compiler::recognise {

/// Goes along an edge: all phis at its end take their values at once.
WorkItem::Arrival WorkItem::edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  Arrival arrival{to, {}};
  for (const llvm::PHINode& phi : to->phis())
    arrival.phis.push_back({&phi, value_of(phi.getIncomingValueForBlock(from))});
  return arrival;
}

void WorkItem::bind(const PhiValues& phis) {
  for (const auto& [phi, value] : phis) values_[phi] = value;
}

/// Where a switch over a constant goes.
const llvm::BasicBlock* WorkItem::chosen_case(const llvm::Instruction& terminator) {
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator);
  if (choice == nullptr) reject("its control flow is not structured");
  const Value& value = value_of(choice->getCondition());
  if (value.kind != ValueKind::integer || !value.number.is_constant()) reject("it switches on data");
  const std::int64_t number =
      exact(value, choice->getCondition()->getType()->getIntegerBitWidth(), false).constant();
  for (const auto& label : choice->cases())
    if (label.getCaseValue()->getSExtValue() == number) return label.getCaseSuccessor();
  return choice->getDefaultDest();
}

/// Runs from the start of a block, whose phis are bound, up to `end` or the end of the kernel.
WorkItem::Arrival WorkItem::run_from(const llvm::BasicBlock* block, const llvm::BasicBlock* end) {
  while (true) {
    for (const llvm::Instruction& instruction : *block)
      if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
    const llvm::Instruction* last = block->getTerminator();
    if (llvm::isa<llvm::ReturnInst>(last)) return {};
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(last);
    Arrival arrival;
    if (branch == nullptr) {
      const llvm::BasicBlock* next = chosen_case(*last);
      arrival = branch_side(block, next, next);
    } else if (branch->isUnconditional()) {
      arrival = branch_side(block, branch->getSuccessor(0), branch->getSuccessor(0));
    } else {
      const Value& condition = value_of(branch->getCondition());
      if (condition.kind != ValueKind::condition) reject("it branches on data");
      arrival = fork(block, condition.row, *branch);
    }
    while (arrival.block != nullptr && arrival.block != end && loops_.isLoopHeader(arrival.block) &&
           !loops_.getLoopFor(arrival.block)->contains(block))
      arrival = run_loop(*loops_.getLoopFor(arrival.block), arrival.phis);
    if (arrival.block == nullptr || arrival.block == end) return arrival;
    bind(arrival.phis);
    block = arrival.block;
  }
}

/// One way out of a branch, up to `end`.
WorkItem::Arrival WorkItem::branch_side(const llvm::BasicBlock* from, const llvm::BasicBlock* to,
                                        const llvm::BasicBlock* end) {
  Arrival arrival = edge(from, to);
  while (arrival.block != nullptr && arrival.block != end && loops_.isLoopHeader(arrival.block) &&
         !loops_.getLoopFor(arrival.block)->contains(from))
    arrival = run_loop(*loops_.getLoopFor(arrival.block), arrival.phis);
  if (arrival.block == nullptr || arrival.block == end) return arrival;
  bind(arrival.phis);
  return run_from(arrival.block, end);
}

/// Both ways out of a branch, up to where they meet.
WorkItem::Arrival WorkItem::fork(const llvm::BasicBlock* block, Condition condition,
                                 const llvm::BranchInst& branch) {
  if (condition == expressions_.always()) return edge(block, branch.getSuccessor(0));
  if (expressions_.is_never(condition)) return edge(block, branch.getSuccessor(1));
  std::vector<Condition> parts;
  expressions_.conjuncts(condition, parts);
  for (const Condition part : parts)
    if (expressions_.condition(part).kind == ConditionKind::opaque) reject("it branches on data");
  const auto* node = post_dominators_.getNode(block);
  const llvm::BasicBlock* meeting =
      node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;

  const Cells before = cells_;
  context_.conditions.push_back(condition);
  const Arrival left = branch_side(block, branch.getSuccessor(0), meeting);
  const Cells left_cells = std::exchange(cells_, before);
  context_.conditions.back() = expressions_.invert(condition);
  const Arrival right = branch_side(block, branch.getSuccessor(1), meeting);
  context_.conditions.pop_back();

  merge_cells(condition, left_cells);
  Arrival arrival{meeting, {}};
  if (left.block == nullptr || right.block == nullptr) return left.block == nullptr ? right : left;
  for (std::size_t i = 0; i < left.phis.size(); ++i)
    arrival.phis.push_back({left.phis[i].first, merge(condition, left.phis[i].second, right.phis[i].second)});
  return arrival;
}

}  // namespace quadcl::compiler::recognise
