// SPDX-License-Identifier: Apache-2.0
// What the phis of a loop hold in an iteration: indices that move in equal steps or change places, and data
// that an iteration read for the next one.
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/recognise/loop_shape.h"

namespace quadcl::compiler::recognise {
namespace {

constexpr unsigned kDeepestValue = 16;

/// Whether the phi changes between 0 and 1.
bool is_toggled(const llvm::Value* next, const llvm::PHINode* phi) {
  using namespace llvm::PatternMatch;
  return match(next, m_c_Xor(m_Specific(phi), m_One())) || match(next, m_Sub(m_One(), m_Specific(phi)));
}

}  // namespace

/// The index or pointer in iteration `counter`; unknown if it does not move in equal steps.
Value WorkItem::induction(const LoopShape& shape, const llvm::PHINode* phi, const Value& initial,
                          Symbol counter) {
  const llvm::Value* next = phi->getIncomingValueForBlock(shape.latch);
  if (is_toggled(next, phi) && initial.kind == ValueKind::integer && initial.number.is_constant() &&
      (initial.number.constant() == 0 || initial.number.constant() == 1))
    return Value::of_integer(symbols_.remainder(initial.number + Polynomial::symbol(counter), 2));
  const auto step = step_of(next, phi);
  if (!step) return {};
  Value value = initial;
  value.number = value.number + *step * Polynomial::symbol(counter);
  return value;
}

/// What an index computed from the phis is, if all of these are known. Leaves values of this iteration
/// behind.
Value WorkItem::value_ahead(const llvm::Value* value, const llvm::Loop& loop, unsigned depth) {
  if (make_invariant(value, loop, 0)) return value_of(value);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || depth > kDeepestValue) return {};
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
    const auto found = values_.find(phi);
    return phi->getParent() == loop.getHeader() && found != values_.end() ? found->second : Value{};
  }
  if (!llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(instruction)) return {};
  for (const llvm::Use& operand : instruction->operands()) {
    const Value known = value_ahead(operand, loop, depth + 1);
    if (!is_index(known)) return {};
    values_[operand] = known;
  }
  return evaluate(*instruction);
}

/// The value one iteration earlier, where that is `initial` for the first one.
Value WorkItem::delayed(const Value& value, const Value& initial, Symbol counter) {
  if (!is_index(value) || value.kind != initial.kind || value.row != initial.row) return {};
  Value result = value;
  const Polynomial index = Polynomial::symbol(counter);
  if (!(symbols_.substitute(value.number, {{counter, Polynomial(-1)}}) == initial.number)) return {};
  result.number = symbols_.substitute(value.number, {{counter, index - 1}});
  return result;
}

/// Two values that change places in every iteration.
Value WorkItem::swapped(const Value& first, const Value& second, Symbol counter) {
  if (!is_index(first) || first.kind != second.kind || first.row != second.row) return {};
  Value result = first;
  result.number =
      result.number + (second.number - first.number) * symbols_.remainder(Polynomial::symbol(counter), 2);
  return result;
}

WorkItem::PhiValues WorkItem::phi_formulas(const LoopShape& shape, const PhiValues& entry, Symbol counter) {
  PhiValues result;
  for (const auto& [phi, initial] : entry)
    result.push_back({phi, is_index(initial) ? induction(shape, phi, initial, counter) : Value{}});
  const auto place = [&](const llvm::Value* phi) {
    return std::ranges::find_if(result, [&](const auto& one) { return one.first == phi; }) - result.begin();
  };
  for (std::size_t i = 0; i < result.size(); ++i) {
    auto& [phi, value] = result[i];
    if (!is_index(entry[i].second) || is_index(value)) continue;
    bind(result);
    const llvm::Value* next = phi->getIncomingValueForBlock(shape.latch);
    const auto other = static_cast<std::size_t>(place(next));
    const bool swaps =
        other < result.size() && result[other].first->getIncomingValueForBlock(shape.latch) == phi;
    value = swaps ? swapped(entry[i].second, entry[other].second, counter)
                  : delayed(value_ahead(next, shape.loop, 0), entry[i].second, counter);
  }
  return result;
}

/// Data that an iteration reads for the next one: a formula, of which the value before the loop is what it
/// gives for the iteration before the first. On the conditions that it is read under, which are demanded.
std::optional<WorkItem::Delay> WorkItem::find_delay(Node carry, Node initial, Node last, Symbol counter) {
  std::vector<Condition> needed;
  Node value = last;
  while (expressions_[value].kind == NodeKind::select) {
    const NodeRow row = expressions_[value];
    const auto is_other = [&](Node node) {
      return node == carry || node == expressions_.undefined() || expressions_.is_float_zero(node);
    };
    if (!is_other(row.right) && !is_other(row.left)) return {};
    const bool keeps_left = is_other(row.right);
    expressions_.conjuncts(keeps_left ? row.condition : expressions_.invert(row.condition), needed);
    value = keeps_left ? row.left : row.right;
  }
  if (expressions_[value].kind != NodeKind::load) return {};
  const auto at = [&](const Polynomial& iteration) { return Substitution{{counter, iteration}}; };
  const Polynomial before = Polynomial::symbol(counter) - 1;
  if (expressions_.substitute(value, at(-1)) != initial) return {};
  for (const Condition condition : needed) {
    const ConditionRow& row = expressions_.condition(condition);
    if (row.kind != ConditionKind::not_negative) return {};
    symbols_.require_not_negative(symbols_.substitute(row.value, at(before)),
                                  "data for the next iteration are read on a condition");
  }
  delayed_objects_.insert(expressions_[value].index);
  const Node after = needed.empty() ? expressions_.substitute(value, at(symbols_[counter].count - 1))
                                    : expressions_.opaque();
  return Delay{expressions_.substitute(value, at(before)), after};
}

/// Looks for such data in what the loop carries from one iteration to the next.
void WorkItem::find_delays(const Value& carry, const Value& initial, const Value& last, Symbol counter,
                           Delays& delays) {
  if (carry.kind == ValueKind::vector && last.kind == ValueKind::vector &&
      initial.lanes.size() == last.lanes.size())
    for (std::size_t i = 0; i < carry.lanes.size(); ++i)
      find_delays(carry.lanes[i], initial.lanes[i], last.lanes[i], counter, delays);
  if (carry.kind != ValueKind::data || initial.kind != ValueKind::data || last.kind != ValueKind::data)
    return;
  if (last.row == carry.row) return;
  if (const auto delay = find_delay(carry.row, initial.row, last.row, counter)) delays[carry.row] = *delay;
}

}  // namespace quadcl::compiler::recognise
