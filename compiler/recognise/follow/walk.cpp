// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/walk.h"

namespace quadcl::compiler::recognise {
namespace {

constexpr const char* kUnknownBranch = "it branches on data or on unknown arithmetic";
constexpr const char* kNotStructured = "its control flow is not structured";

}  // namespace

Walk::Walk(llvm::Function& kernel, Machine& machine)
    : kernel_(kernel),
      machine_(machine),
      dominators_(kernel),
      post_dominators_(kernel),
      loops_(dominators_) {}

void Walk::run() {
  const llvm::BasicBlock& entry = kernel_.getEntryBlock();
  if (loops_.isLoopHeader(&entry)) reject(kNotStructured);
  run_from(&entry, nullptr);
}

Arrival Walk::edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  Arrival arrival{to, {}};
  for (const llvm::PHINode& phi : to->phis())
    arrival.phis.push_back({&phi, machine_.environment[phi.getIncomingValueForBlock(from)]});
  return arrival;
}

/// Runs the loops that an edge out of `from` enters.
Arrival Walk::past_loops(const llvm::BasicBlock* from, Arrival arrival, const llvm::BasicBlock* end) {
  while (arrival.block != nullptr && arrival.block != end && loops_.isLoopHeader(arrival.block)) {
    const llvm::Loop& loop = *loops_.getLoopFor(arrival.block);
    if (loop.contains(from)) break;
    arrival = run_loop(loop, arrival.phis, machine_, *this);
  }
  return arrival;
}

Arrival Walk::go_on(const llvm::BasicBlock* from, Arrival arrival, const llvm::BasicBlock* end) {
  arrival = past_loops(from, std::move(arrival), end);
  if (arrival.block == nullptr || arrival.block == end) return arrival;
  machine_.environment.set(arrival.phis);
  return run_from(arrival.block, end);
}

PhiValues Walk::run_iteration(const LoopShape& shape, const PhiValues& phis) {
  machine_.environment.set(phis);
  Arrival arrival{shape.latch, {}};
  if (shape.tests_first) {
    machine_.instructions.execute(*shape.header);
    arrival = go_on(shape.header, edge(shape.header, shape.inside), shape.header);
    if (arrival.block != shape.header) reject(kNotStructured);
    return arrival.phis;
  }
  if (shape.latch != shape.header) arrival = run_from(shape.header, shape.latch);
  if (arrival.block != shape.latch) reject(kNotStructured);
  machine_.environment.set(arrival.phis);
  machine_.instructions.execute(*shape.latch);
  return edge(shape.latch, shape.header).phis;
}

Arrival Walk::leave_loop(const LoopShape& shape) {
  if (!shape.tests_first) return edge(shape.latch, shape.outside);
  machine_.instructions.execute(*shape.header);
  return edge(shape.header, shape.outside);
}

/// From the start of a block. Its phis must have their values.
Arrival Walk::run_from(const llvm::BasicBlock* block, const llvm::BasicBlock* end) {
  while (true) {
    machine_.instructions.execute(*block);
    Arrival arrival = past_loops(block, leave(block), end);
    if (arrival.block == nullptr || arrival.block == end) return arrival;
    machine_.environment.set(arrival.phis);
    block = arrival.block;
  }
}

/// What the block's terminator does.
Arrival Walk::leave(const llvm::BasicBlock* block) {
  const llvm::Instruction* last = block->getTerminator();
  if (llvm::isa<llvm::ReturnInst>(last)) return {};
  machine_.symbols.set_place(last->getDebugLoc().get());
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(last);
  if (branch == nullptr) return run_switch(block, *last);
  if (branch->isUnconditional()) return edge(block, branch->getSuccessor(0));
  const Value& condition = machine_.environment[branch->getCondition()];
  if (condition.kind != ValueKind::condition) reject(kUnknownBranch);
  return fork(
      block, condition.row, [&] { return edge(block, branch->getSuccessor(0)); },
      [&] { return edge(block, branch->getSuccessor(1)); });
}

/// A switch over a constant goes one way. Any other is a chain of tests, one for each case.
Arrival Walk::run_switch(const llvm::BasicBlock* block, const llvm::Instruction& terminator) {
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator);
  if (choice == nullptr) reject(kNotStructured);
  const llvm::Value& chosen = *choice->getCondition();
  const Value& value = machine_.environment[&chosen];
  if (!value.is_integer()) reject("it switches on data");
  const Polynomial number =
      machine_.integers.exact(value, chosen.getType()->getIntegerBitWidth(), Reading::as_signed);
  return run_cases(block, *choice, number, 0);
}

Arrival Walk::run_cases(const llvm::BasicBlock* block, const llvm::SwitchInst& choice,
                        const Polynomial& number, unsigned first) {
  if (first == choice.getNumCases()) return edge(block, choice.getDefaultDest());
  const auto label = *std::next(choice.case_begin(), first);
  const Condition is_case = machine_.expressions.zero(number - label.getCaseValue()->getSExtValue());
  return fork(
      block, is_case, [&] { return edge(block, label.getCaseSuccessor()); },
      [&] { return run_cases(block, choice, number, first + 1); });
}

const llvm::BasicBlock* Walk::meeting_of(const llvm::BasicBlock* block) const {
  const auto* node = post_dominators_.getNode(block);
  return node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
}

/// Whether the conditions of the branches taken so far imply it.
bool Walk::is_implied(Condition condition) const {
  const ConditionRow row = machine_.expressions.condition(condition);
  return row.kind == ConditionKind::not_negative &&
         machine_.expressions.implies(machine_.path.conditions, row.value);
}

/// Both ways out of a branch, up to where they meet.
Arrival Walk::fork(const llvm::BasicBlock* block, Condition condition, const Continuation& if_true,
                   const Continuation& if_false) {
  Expressions& expressions = machine_.expressions;
  if (condition == expressions.always()) return if_true();
  if (expressions.is_never(condition)) return if_false();
  if (is_implied(condition)) return if_true();
  if (is_implied(expressions.invert(condition))) return if_false();
  for (const Condition part : expressions.conjuncts({condition}))
    if (expressions.condition(part).kind == ConditionKind::opaque) reject(kUnknownBranch);
  const llvm::BasicBlock* meeting = meeting_of(block);

  auto& conditions = machine_.path.conditions;
  Variables& variables = machine_.memory.variables;
  const Variables::Cells before = variables.cells();
  conditions.push_back(condition);
  const Arrival left = go_on(block, if_true(), meeting);
  const Variables::Cells left_cells = std::exchange(variables.cells(), before);
  conditions.back() = expressions.invert(condition);
  const Arrival right = go_on(block, if_false(), meeting);
  conditions.pop_back();

  machine_.symbols.set_place(block->getTerminator()->getDebugLoc().get());
  variables.merge(condition, left_cells);
  if (left.block == nullptr || right.block == nullptr) return left.block == nullptr ? right : left;
  Arrival arrival{meeting, {}};
  for (std::size_t i = 0; i < left.phis.size(); ++i) {
    const auto& [phi, value] = left.phis[i];
    arrival.phis.push_back({phi, choose(condition, value, right.phis[i].second, expressions)});
  }
  return arrival;
}

}  // namespace quadcl::compiler::recognise
