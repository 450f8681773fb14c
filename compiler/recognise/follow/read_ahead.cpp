// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/read_ahead.h"

namespace quadcl::compiler::recognise {

/// The load, if the value is a choice between it and something that is not used. `needed` gets the conditions
/// on which it is the load.
std::optional<Node> ReadAhead::loaded(Node carry, Node last, std::vector<Condition>& needed) const {
  Expressions& expressions = machine_.expressions;
  const auto is_other = [&](Node node) {
    return node == carry || node == expressions.undefined() || expressions.is_float_zero(node);
  };
  Node value = last;
  while (expressions[value].kind == NodeKind::select) {
    const NodeRow row = expressions[value];
    const bool keeps_left = is_other(row.right);
    if (!keeps_left && !is_other(row.left)) return {};
    expressions.conjuncts(keeps_left ? row.condition : expressions.invert(row.condition), needed);
    value = keeps_left ? row.left : row.right;
  }
  return expressions[value].kind == NodeKind::load ? std::optional(value) : std::nullopt;
}

/// Demands the conditions under which the data are read.
std::optional<ReadAhead::Delay> ReadAhead::delay(Node carry, Node initial, Node last) {
  Expressions& expressions = machine_.expressions;
  Symbols& symbols = machine_.symbols;
  std::vector<Condition> needed;
  const auto value = loaded(carry, last, needed);
  if (!value) return {};
  const auto at = [&](const Polynomial& iteration) { return Substitution{{counter_, iteration}}; };
  const Polynomial before = Polynomial::symbol(counter_) - 1;
  if (expressions.substitute(*value, at(-1)) != initial) return {};
  for (const Condition condition : needed) {
    const ConditionRow& row = expressions.condition(condition);
    if (row.kind != ConditionKind::not_negative) return {};
    symbols.require_not_negative(symbols.substitute(row.value, at(before)),
                                 "data for the next iteration are read on a condition");
  }
  machine_.memory.outputs.note_read_ahead(expressions[*value].index);
  const Node after = needed.empty() ? expressions.substitute(*value, at(symbols[counter_].count - 1))
                                    : expressions.opaque("it uses what a loop read ahead last");
  return Delay{expressions.substitute(*value, at(before)), after};
}

void ReadAhead::find(const Value& carry, const Value& initial, const Value& last) {
  if (carry.is_vector() && last.is_vector() && initial.lanes.size() == last.lanes.size())
    for (std::size_t i = 0; i < carry.lanes.size(); ++i)
      find(carry.lanes[i], initial.lanes[i], last.lanes[i]);
  if (!carry.is_data() || !initial.is_data() || !last.is_data() || last.row == carry.row) return;
  if (const auto found = delay(carry.row, initial.row, last.row)) delays_[carry.row] = *found;
}

const ReadAhead::Delay* ReadAhead::of(Node carry) const {
  const auto found = delays_.find(carry);
  return found != delays_.end() ? &found->second : nullptr;
}

NodeMap ReadAhead::now() const {
  NodeMap result;
  for (const auto& [carry, delay] : delays_) result[carry] = delay.now;
  return result;
}

}  // namespace quadcl::compiler::recognise
