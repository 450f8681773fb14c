// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/passes/work_item_functions.h"
#include "compiler/recognise/loop_shape.h"

namespace quadcl::compiler::recognise {
namespace {

/// Loops of up to this many rounds are followed round by round: those of private arrays and of tiles.
constexpr std::int64_t kMostRounds = 64;
constexpr unsigned kDeepestStep = 32;

}  // namespace

static bool has_side_effects(const llvm::Instruction& instruction) {
  return instruction.mayHaveSideEffects() && called_work_item_function(instruction) == nullptr;
}

/// Whether the value is the same in every iteration; if so, it has a value from here on.
bool WorkItem::make_invariant(const llvm::Value* value, const llvm::Loop& loop, unsigned depth) {
  if (loop.isLoopInvariant(value)) return true;
  const auto* instruction = llvm::cast<llvm::Instruction>(value);
  const bool pure = llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(instruction) ||
                    (llvm::isa<llvm::CallInst>(instruction) && !has_side_effects(*instruction));
  if (!pure || depth > kDeepestStep) return false;
  const auto* called = llvm::dyn_cast<llvm::CallInst>(instruction);
  const auto operands = called != nullptr ? called->args() : instruction->operands();
  for (const llvm::Use& operand : operands)
    if (!make_invariant(operand, loop, depth + 1)) return false;
  values_[instruction] = evaluate(*instruction);
  return true;
}

/// What an iteration adds to the phi, if that is the same each time.
std::optional<Polynomial> WorkItem::step_of(const llvm::Value* value, const llvm::PHINode* phi,
                                            unsigned depth) {
  if (value == phi) return Polynomial();
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  const llvm::Loop* loop = loops_.getLoopFor(phi->getParent());
  if (instruction == nullptr || !loop->contains(instruction) || depth > kDeepestStep) return {};
  const auto invariant = [&](const llvm::Value* operand) -> std::optional<Polynomial> {
    if (!make_invariant(operand, *loop, 0)) return {};
    const Value& result = value_of(operand);
    return result.kind == ValueKind::integer ? std::optional(result.number) : std::nullopt;
  };
  const auto sum = [](const std::optional<Polynomial>& x, const std::optional<Polynomial>& y) {
    return x && y ? std::optional(*x + *y) : std::nullopt;
  };
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
    auto total = step_of(gep->getPointerOperand(), phi, depth + 1);
    const Offset* offset = offset_of(*gep);
    if (!total || offset == nullptr) return {};
    total = *total + Polynomial(offset->fixed);
    for (const auto& [index, scale] : offset->scaled) {
      const auto number = invariant(index);
      if (!number) return {};
      if (index->getType()->getIntegerBitWidth() < 64)
        exact(Value::of_integer(*number), index->getType()->getIntegerBitWidth(), false);
      total = *total + *number * Polynomial(scale);
    }
    return total;
  }
  // Widening and narrowing change nothing: where they would, `exact` refuses when the iteration is followed.
  if (llvm::isa<llvm::TruncInst, llvm::SExtInst, llvm::ZExtInst>(instruction))
    return step_of(instruction->getOperand(0), phi, depth + 1);
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) {
    llvm::Value* low = nullptr;
    using namespace llvm::PatternMatch;
    if (match(operation, m_AShr(m_Shl(m_Value(low), m_SpecificInt(32)), m_SpecificInt(32))) ||
        match(operation, m_And(m_Value(low), m_SpecificInt(UINT32_MAX))))
      return step_of(low, phi, depth + 1);
  }
  const llvm::Value* left = instruction->getNumOperands() == 2 ? instruction->getOperand(0) : nullptr;
  if (left == nullptr) return {};
  const llvm::Value* right = instruction->getOperand(1);
  const bool adds = instruction->getOpcode() == llvm::Instruction::Add ||
                    (instruction->getOpcode() == llvm::Instruction::Or &&
                     llvm::cast<llvm::PossiblyDisjointInst>(instruction)->isDisjoint());
  if (adds) {
    if (auto total = sum(step_of(left, phi, depth + 1), invariant(right))) return total;
    return sum(step_of(right, phi, depth + 1), invariant(left));
  }
  if (instruction->getOpcode() == llvm::Instruction::Sub) {
    const auto taken = invariant(right);
    return sum(step_of(left, phi, depth + 1), taken ? std::optional(*taken * -1) : std::nullopt);
  }
  return {};
}

/// How many rounds a loop does that goes on while the condition holds, a function of the counter.
Polynomial WorkItem::trip_count(Condition goes_on, Symbol counter) {
  if (expressions_.is_never(goes_on)) return {};
  const ConditionRow row = expressions_.condition(goes_on);
  if (row.kind == ConditionKind::both)
    return symbols_.minimum(trip_count(row.left, counter), trip_count(row.right, counter));
  Polynomial rest;
  Polynomial step = row.value.coefficient_of(counter, &rest) * -1;
  if (row.kind == ConditionKind::not_negative) {
    if (!symbols_.is_known(step) || !symbols_.is_never_negative(step) || step.is_zero())
      reject("a loop does not count towards its bound");
    constexpr const char* kReason = "a loop's bound is below its start";
    const Polynomial distance = step == Polynomial(1) ? symbols_.pull_into_minimum(rest + step, kReason)
                                                      : symbols_.with_global_ids(rest + step);
    symbols_.require_not_negative(distance, kReason);
    return symbols_.quotient(distance, step);
  }
  if (row.kind != ConditionKind::not_zero || !step.is_constant() || step.is_zero())
    reject("a loop's number of rounds is not understood");
  if (step.constant() < 0) {
    step = step * -1;
    rest = rest * -1;
  }
  symbols_.require_not_negative(rest, "a loop's bound is below its start");
  symbols_.require_zero(symbols_.remainder(rest, step), "a loop steps over its bound");
  return symbols_.quotient(rest, step);
}

/// How far the index that the loop tests moves in an iteration, where that is a constant.
void WorkItem::note_step(Condition goes_on, Symbol counter) {
  const Polynomial step = expressions_.condition(goes_on).value.coefficient_of(counter);
  if (step.is_constant()) symbols_.set_step(counter, static_cast<unsigned>(std::abs(step.constant())));
}

/// The test after iteration `counter` of a "do" loop, if it only looks at an index.
std::optional<Condition> WorkItem::test_ahead(const LoopShape& shape, const PhiValues& entry,
                                              Symbol counter) {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(shape.test->getCondition());
  if (compare == nullptr) return {};
  llvm::SmallVector<std::pair<const llvm::Value*, Value>, 2> found;
  for (const llvm::Value* operand : compare->operands()) {
    if (make_invariant(operand, shape.loop, 0)) continue;
    bool known = false;
    for (const auto& [phi, initial] : entry) {
      const auto ahead = step_of(operand, phi);
      const Value now = ahead ? induction(shape, phi, initial, counter) : Value{};
      if (now.kind != ValueKind::integer && now.kind != ValueKind::pointer) continue;
      found.push_back({operand, now});
      found.back().second.number = now.number + *ahead;
      known = true;
      break;
    }
    if (!known) return {};
  }
  for (const auto& [operand, value] : found) values_[operand] = value;
  const Value result = this->compare(*compare);
  for (const auto& [operand, value] : found) values_.erase(operand);
  return result.row;
}

/// From behind the header's test, or from the header, to the next arrival there.
WorkItem::Arrival WorkItem::run_body(const LoopShape& shape) {
  if (shape.tests_first) return branch_side(shape.header, shape.inside, shape.header);
  if (shape.latch != shape.header) {
    const Arrival arrival = run_from(shape.header, shape.latch);
    if (arrival.block != shape.latch) reject("its control flow is not structured");
    bind(arrival.phis);
  }
  for (const llvm::Instruction& instruction : *shape.latch)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
  return edge(shape.latch, shape.header);
}

WorkItem::Arrival WorkItem::run_loop(const llvm::Loop& loop, const PhiValues& entry) {
  const LoopShape shape(loop);
  const Symbol counter = symbols_.make_counter();
  std::optional<Condition> test;
  if (shape.tests_first) {
    bind(phi_formulas(shape, entry, counter));
    for (const llvm::Instruction& instruction : *shape.header) {
      if (has_side_effects(instruction)) reject("a loop's test has side effects");
      const bool for_data =
          llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() ||
          instruction.getType()->isFPOrFPVectorTy() ||
          (instruction.mayReadFromMemory() && called_work_item_function(instruction) == nullptr);
      if (!for_data) execute(instruction);
    }
    const Value& value = value_of(shape.test->getCondition());
    if (value.kind == ValueKind::condition) test = value.row;
  } else {
    test = test_ahead(shape, entry, counter);
  }
  if (const llvm::DILocation* place = shape.test->getDebugLoc().get()) expressions_.set_place(place);
  if (!test) reject("a loop's number of rounds is not understood");
  if (!shape.goes_on_if_true()) test = expressions_.invert(*test);
  Polynomial count = trip_count(*test, counter);
  note_step(*test, counter);
  if (!shape.tests_first) count = count + 1;
  symbols_.set_count(counter, count);
  if (count.is_constant() && count.constant() <= kMostRounds) return unroll(shape, entry, count.constant());
  return summarise(shape, entry, counter);
}

void WorkItem::mark_carried(Value& value) {
  if (value.kind == ValueKind::data) value.row = expressions_.carried(value.row);
  for (Value& lane : value.lanes) mark_carried(lane);
}

WorkItem::Arrival WorkItem::unroll(const LoopShape& shape, PhiValues phis, std::int64_t count) {
  for (std::int64_t round = 0; round < count; ++round) {
    bind(phis);
    if (shape.tests_first) {
      for (const llvm::Instruction& instruction : *shape.header)
        if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
    }
    Arrival arrival = run_body(shape);
    if (arrival.block != shape.header) reject("its control flow is not structured");
    for (auto& [phi, value] : arrival.phis) mark_carried(value);
    if (!shape.tests_first && round + 1 == count) return edge(shape.latch, shape.outside);
    phis = std::move(arrival.phis);
  }
  bind(phis);
  for (const llvm::Instruction& instruction : *shape.header)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
  return edge(shape.header, shape.outside);
}

}  // namespace quadcl::compiler::recognise
