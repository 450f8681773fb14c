// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

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

/// Follows a switch: over a constant, one way; else as a chain of tests, one for each case.
WorkItem::Arrival WorkItem::run_switch(const llvm::BasicBlock* block, const llvm::Instruction& terminator) {
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator);
  if (choice == nullptr) reject("its control flow is not structured");
  const Value& value = value_of(choice->getCondition());
  if (value.kind != ValueKind::integer) reject("it switches on data");
  const Polynomial number = exact(value, choice->getCondition()->getType()->getIntegerBitWidth(), false);
  return run_cases(block, *choice, number, 0);
}

WorkItem::Arrival WorkItem::run_cases(const llvm::BasicBlock* block, const llvm::SwitchInst& choice,
                                      const Polynomial& number, unsigned first) {
  if (first == choice.getNumCases()) return edge(block, choice.getDefaultDest());
  const auto label = *std::next(choice.case_begin(), first);
  const Condition is_case = expressions_.zero(number - label.getCaseValue()->getSExtValue());
  return fork(
      block, is_case, [&] { return edge(block, label.getCaseSuccessor()); },
      [&] { return run_cases(block, choice, number, first + 1); });
}

/// Runs from the start of a block, whose phis are bound, up to `end` or the end of the kernel.
WorkItem::Arrival WorkItem::run_from(const llvm::BasicBlock* block, const llvm::BasicBlock* end) {
  while (true) {
    for (const llvm::Instruction& instruction : *block)
      if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
    const llvm::Instruction* last = block->getTerminator();
    if (llvm::isa<llvm::ReturnInst>(last)) return {};
    if (const llvm::DILocation* place = last->getDebugLoc().get()) expressions_.set_place(place);
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(last);
    Arrival arrival;
    if (branch == nullptr) {
      arrival = run_switch(block, *last);
    } else if (branch->isUnconditional()) {
      arrival = branch_side(block, branch->getSuccessor(0), branch->getSuccessor(0));
    } else {
      const Value& condition = value_of(branch->getCondition());
      if (condition.kind != ValueKind::condition) reject("it branches on data");
      arrival = fork(
          block, condition.row, [&] { return edge(block, branch->getSuccessor(0)); },
          [&] { return edge(block, branch->getSuccessor(1)); });
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
  return branch_side(from, edge(from, to), end);
}

WorkItem::Arrival WorkItem::branch_side(const llvm::BasicBlock* from, Arrival arrival,
                                        const llvm::BasicBlock* end) {
  while (arrival.block != nullptr && arrival.block != end && loops_.isLoopHeader(arrival.block) &&
         !loops_.getLoopFor(arrival.block)->contains(from))
    arrival = run_loop(*loops_.getLoopFor(arrival.block), arrival.phis);
  if (arrival.block == nullptr || arrival.block == end) return arrival;
  bind(arrival.phis);
  return run_from(arrival.block, end);
}

/// Both ways out of a branch, up to where they meet.
WorkItem::Arrival WorkItem::fork(const llvm::BasicBlock* block, Condition condition, const Way& if_true,
                                 const Way& if_false) {
  if (condition == expressions_.always()) return if_true();
  if (expressions_.is_never(condition)) return if_false();
  std::vector<Condition> parts;
  expressions_.conjuncts(condition, parts);
  for (const Condition part : parts)
    if (expressions_.condition(part).kind == ConditionKind::opaque) reject("it branches on data");
  const auto* node = post_dominators_.getNode(block);
  const llvm::BasicBlock* meeting =
      node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;

  const Cells before = cells_;
  context_.conditions.push_back(condition);
  const Arrival left = branch_side(block, if_true(), meeting);
  const Cells left_cells = std::exchange(cells_, before);
  context_.conditions.back() = expressions_.invert(condition);
  const Arrival right = branch_side(block, if_false(), meeting);
  context_.conditions.pop_back();

  merge_cells(condition, left_cells);
  Arrival arrival{meeting, {}};
  if (left.block == nullptr || right.block == nullptr) return left.block == nullptr ? right : left;
  for (std::size_t i = 0; i < left.phis.size(); ++i)
    arrival.phis.push_back({left.phis[i].first, merge(condition, left.phis[i].second, right.phis[i].second)});
  return arrival;
}

}  // namespace quadcl::compiler::recognise
