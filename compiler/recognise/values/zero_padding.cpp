// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/zero_padding.h"

namespace quadcl::compiler::recognise {

Node strip_conditions(Node node, std::vector<Condition>& conditions, Expressions& expressions) {
  const NodeRow row = expressions[node];
  if (row.kind != NodeKind::select) return node;
  if (expressions.is_float_zero(row.right)) {
    expressions.conjuncts(row.condition, conditions);
    return strip_conditions(row.left, conditions, expressions);
  }
  if (expressions.is_float_zero(row.left)) {
    expressions.conjuncts(expressions.invert(row.condition), conditions);
    return strip_conditions(row.right, conditions, expressions);
  }
  reject("a value is chosen on a condition", expressions.place_of(node));
}

Node require_conditions(Node node, const std::vector<Condition>& given, Symbols& symbols,
                        Expressions& expressions) {
  const NodeRow row = expressions[node];
  const bool zero_last = row.kind == NodeKind::select && expressions.is_float_zero(row.right);
  if (!zero_last && (row.kind != NodeKind::select || !expressions.is_float_zero(row.left))) return node;
  std::vector<Condition> needed;
  expressions.conjuncts(zero_last ? row.condition : expressions.invert(row.condition), needed);
  for (const Condition condition : needed)
    if (expressions.condition(condition).kind != ConditionKind::not_negative) return node;
  for (const Condition condition : needed) {
    const Polynomial value = expressions.condition(condition).value;
    if (!expressions.implies(given, value))
      symbols.require_not_negative(value, "what it stores is chosen on a condition");
  }
  return require_conditions(zero_last ? row.left : row.right, given, symbols, expressions);
}

}  // namespace quadcl::compiler::recognise
