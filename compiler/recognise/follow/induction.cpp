// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/induction.h"

#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler::recognise {
namespace {

constexpr unsigned kDeepestStep = 32, kDeepestValue = 16;

/// Whether the phi changes between 0 and 1.
bool is_toggled(const llvm::Value* next, const llvm::PHINode* phi) {
  using namespace llvm::PatternMatch;
  return match(next, m_c_Xor(m_Specific(phi), m_One())) || match(next, m_Sub(m_One(), m_Specific(phi)));
}

bool has_side_effects(const llvm::Instruction& instruction) {
  return instruction.mayHaveSideEffects() && called_work_item_function(instruction) == nullptr;
}

/// Structures that are arguments do not change.
bool reads_argument(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  const auto* from =
      load ? llvm::dyn_cast<llvm::Argument>(load->getPointerOperand()->stripInBoundsConstantOffsets())
           : nullptr;
  return from != nullptr && from->hasByValAttr();
}

/// The integer that the instruction widens or narrows, also by shifts or by a mask.
const llvm::Value* resized(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::TruncInst, llvm::SExtInst, llvm::ZExtInst>(instruction))
    return instruction.getOperand(0);
  using namespace llvm::PatternMatch;
  llvm::Value* low = nullptr;
  const bool found =
      llvm::isa<llvm::BinaryOperator>(instruction) &&
      (match(&instruction, m_AShr(m_Shl(m_Value(low), m_SpecificInt(32)), m_SpecificInt(32))) ||
       match(&instruction, m_And(m_Value(low), m_SpecificInt(UINT32_MAX))));
  return found ? low : nullptr;
}

std::optional<Polynomial> sum(const std::optional<Polynomial>& x, const std::optional<Polynomial>& y) {
  return x && y ? std::optional(*x + *y) : std::nullopt;
}

}  // namespace

/// Whether the value is the same in every iteration. If so, adds it to the environment.
bool Induction::make_invariant(const llvm::Value* value, unsigned depth) {
  if (shape_.loop.isLoopInvariant(value)) return true;
  const auto* instruction = llvm::cast<llvm::Instruction>(value);
  const bool pure = reads_argument(*instruction) ||
                    llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(instruction) ||
                    (llvm::isa<llvm::CallInst>(instruction) && !has_side_effects(*instruction));
  if (!pure || depth > kDeepestStep) return false;
  const auto* called = llvm::dyn_cast<llvm::CallInst>(instruction);
  const auto operands = called != nullptr ? called->args() : instruction->operands();
  for (const llvm::Use& operand : operands)
    if (!make_invariant(operand, depth + 1)) return false;
  machine_.environment.set(instruction, machine_.instructions.evaluate(*instruction));
  return true;
}

std::optional<Polynomial> Induction::invariant(const llvm::Value* value) {
  if (!make_invariant(value)) return {};
  const Value& known = machine_.environment[value];
  return known.is_integer() ? std::optional(known.number) : std::nullopt;
}

/// What an iteration adds to the phi, if that is the same each time.
std::optional<Polynomial> Induction::step_of(const llvm::Value* value, const llvm::PHINode* phi,
                                             unsigned depth) {
  if (value == phi) return Polynomial();
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || !shape_.loop.contains(instruction) || depth > kDeepestStep) return {};
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction))
    return step_of_address(*address, phi, depth);
  // Widening and narrowing change nothing: where they would, `exact` refuses when the iteration is followed.
  if (const llvm::Value* low = resized(*instruction)) return step_of(low, phi, depth + 1);
  return step_of_sum(*instruction, phi, depth);
}

std::optional<Polynomial> Induction::step_of_address(const llvm::GetElementPtrInst& address,
                                                     const llvm::PHINode* phi, unsigned depth) {
  auto total = step_of(address.getPointerOperand(), phi, depth + 1);
  const AddressOffset* offset = machine_.instructions.offset_of(address);
  if (!total || offset == nullptr) return {};
  total = *total + Polynomial(offset->fixed);
  for (const auto& [index, scale] : offset->scaled) {
    const auto number = invariant(index);
    if (!number) return {};
    const unsigned width = index->getType()->getIntegerBitWidth();
    if (width < 64) machine_.integers.exact(Value::of_integer(*number), width, Reading::as_signed);
    total = *total + *number * Polynomial(scale);
  }
  return total;
}

std::optional<Polynomial> Induction::step_of_sum(const llvm::Instruction& sum_of, const llvm::PHINode* phi,
                                                 unsigned depth) {
  if (sum_of.getNumOperands() != 2) return {};
  const llvm::Value *left = sum_of.getOperand(0), *right = sum_of.getOperand(1);
  const auto* alternative = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&sum_of);
  if (sum_of.getOpcode() == llvm::Instruction::Add || (alternative != nullptr && alternative->isDisjoint())) {
    if (auto total = sum(step_of(left, phi, depth + 1), invariant(right))) return total;
    return sum(step_of(right, phi, depth + 1), invariant(left));
  }
  if (sum_of.getOpcode() != llvm::Instruction::Sub) return {};
  const auto taken = invariant(right);
  return sum(step_of(left, phi, depth + 1), taken ? std::optional(*taken * -1) : std::nullopt);
}

/// The index or pointer in iteration `counter`; unknown if it does not move in equal steps.
Value Induction::induction(const llvm::PHINode* phi, const Value& initial) {
  const llvm::Value* next = next_of(phi);
  if (is_toggled(next, phi) && initial.is_constant_integer() &&
      (initial.number.constant() == 0 || initial.number.constant() == 1))
    return Value::of_integer(machine_.symbols.remainder(initial.number + Polynomial::symbol(counter_), 2));
  const auto step = step_of(next, phi);
  return step ? initial.plus(*step * Polynomial::symbol(counter_)) : Value{};
}

/// The value of an index computed from the phis, if these are known. Leaves values of this iteration in the
/// environment.
Value Induction::value_ahead(const llvm::Value* value, unsigned depth) {
  if (make_invariant(value)) return machine_.environment[value];
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || depth > kDeepestValue) return {};
  if (llvm::isa<llvm::PHINode>(instruction)) {
    const Value* known = machine_.environment.find(instruction);
    return instruction->getParent() == shape_.header && known != nullptr ? *known : Value{};
  }
  if (!llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(instruction)) return {};
  for (const llvm::Use& operand : instruction->operands()) {
    const Value known = value_ahead(operand, depth + 1);
    if (!known.is_index()) return {};
    machine_.environment.set(operand, known);
  }
  return machine_.instructions.evaluate(*instruction);
}

/// The value of one iteration earlier; in the first iteration, `initial`.
Value Induction::delayed(const Value& value, const Value& initial) {
  if (!value.is_index() || value.kind != initial.kind || value.row != initial.row) return {};
  Symbols& symbols = machine_.symbols;
  const Polynomial index = Polynomial::symbol(counter_);
  if (!(symbols.substitute(value.number, {{counter_, Polynomial(-1)}}) == initial.number)) return {};
  Value result = value;
  result.number = symbols.substitute(value.number, {{counter_, index - 1}});
  return result;
}

/// Two values that change places in every iteration.
Value Induction::swapped(const Value& first, const Value& second) {
  if (!first.is_index() || first.kind != second.kind || first.row != second.row) return {};
  const Polynomial is_second = machine_.symbols.remainder(Polynomial::symbol(counter_), 2);
  return first.plus((second.number - first.number) * is_second);
}

/// An index that takes the place of another phi or follows one.
Value Induction::swapped_or_delayed(const llvm::PHINode* phi, const Value& initial) {
  const llvm::Value* next = next_of(phi);
  const auto* other = std::ranges::find_if(entry_, [&](const auto& one) { return one.first == next; });
  const bool swaps = other != entry_.end() && next_of(other->first) == phi;
  return swaps ? swapped(initial, other->second) : delayed(value_ahead(next), initial);
}

PhiValues Induction::formulas() {
  PhiValues result;
  for (const auto& [phi, initial] : entry_)
    result.push_back({phi, initial.is_index() ? induction(phi, initial) : Value{}});
  for (std::size_t i = 0; i < result.size(); ++i) {
    auto& [phi, value] = result[i];
    if (!entry_[i].second.is_index() || value.is_index()) continue;
    machine_.environment.set(result);
    value = swapped_or_delayed(phi, entry_[i].second);
  }
  return result;
}

std::optional<Condition> Induction::test() {
  auto holds = test_of_first();
  if (!holds) holds = shape_.tests_first ? test_before() : test_after();
  if (!holds || shape_.goes_on_if_true()) return holds;
  return machine_.expressions.invert(*holds);
}

/// A test of a flag that is set, or clear, only in the first iteration: LLVM's form of
/// "for (i = 0; i < 1; ++i)".
std::optional<Condition> Induction::test_of_first() {
  const auto* flag = llvm::dyn_cast<llvm::PHINode>(shape_.test->getCondition());
  if (!shape_.tests_first || flag == nullptr || flag->getParent() != shape_.header) return {};
  const llvm::Value* next = next_of(flag);
  const auto* later = llvm::dyn_cast<llvm::ConstantInt>(next);
  const auto entry = std::ranges::find_if(entry_, [&](const auto& one) { return one.first == flag; });
  if (later == nullptr || entry == entry_.end() || entry->second.kind != ValueKind::condition) return {};
  Expressions& expressions = machine_.expressions;
  const bool first_is_set = entry->second.row == expressions.always();
  if (!first_is_set && !expressions.is_never(entry->second.row)) return {};
  if (first_is_set == later->isOne()) return {};
  const Condition is_first = expressions.not_negative(Polynomial::symbol(counter_) * -1);
  return first_is_set ? is_first : expressions.invert(is_first);
}

std::optional<Condition> Induction::test_before() {
  machine_.environment.set(formulas());
  for (const llvm::Instruction& instruction : *shape_.header) {
    if (has_side_effects(instruction)) reject("a loop's test has side effects");
    const bool for_data = llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() ||
                          instruction.getType()->isFPOrFPVectorTy() ||
                          (instruction.mayReadFromMemory() &&
                           called_work_item_function(instruction) == nullptr && !reads_argument(instruction));
    if (!for_data) machine_.instructions.execute(instruction);
  }
  const Value& value = machine_.environment[shape_.test->getCondition()];
  return value.kind == ValueKind::condition ? std::optional(value.row) : std::nullopt;
}

/// The operand of a test at the end of iteration `counter`, if it is a phi plus its step.
std::optional<Value> Induction::after_iteration(const llvm::Value* operand) {
  for (const auto& [phi, initial] : entry_) {
    const auto ahead = step_of(operand, phi);
    const Value now = ahead ? induction(phi, initial) : Value{};
    if (now.is_index()) return now.plus(*ahead);
  }
  return {};
}

std::optional<Condition> Induction::test_after() {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(shape_.test->getCondition());
  if (compare == nullptr) return {};
  llvm::SmallVector<std::pair<const llvm::Value*, Value>, 2> found;
  for (const llvm::Value* operand : compare->operands()) {
    if (make_invariant(operand)) continue;
    const auto value = after_iteration(operand);
    if (!value) return {};
    found.push_back({operand, *value});
  }
  Environment& environment = machine_.environment;
  for (const auto& [operand, value] : found) environment.set(operand, value);
  const Value result = machine_.instructions.evaluate(*compare);
  for (const auto& [operand, value] : found) environment.forget(operand);
  return result.row;
}

}  // namespace quadcl::compiler::recognise
