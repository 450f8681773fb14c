// SPDX-License-Identifier: Apache-2.0
// Choices by an index: i == 0 ? a[0] : i == 1 ? a[1] : a[2] is a[i].
#include <map>

#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {
namespace {

struct Test {
  Symbol remainder = 0;
  std::int64_t number = 0;
  bool is_equal = true;
};

/// "x % n == number", or "!=".
std::optional<Test> test_of(const ConditionRow& row, const Symbols& symbols) {
  if (row.kind != ConditionKind::zero && row.kind != ConditionKind::not_zero) return {};
  const auto& terms = row.value.terms();
  if (terms.empty() || terms.size() > 2) return {};
  const Polynomial::Term& last = terms.back();
  const auto factors = symbols_of(last.monomial);
  if (factors.size() != 1 || std::abs(last.coefficient) != 1) return {};
  const SymbolInfo& symbol = symbols[factors[0]];
  if (symbol.kind != SymbolKind::remainder || !symbol.right.is_constant()) return {};
  const Polynomial rest = row.value - Polynomial::term(last.monomial, last.coefficient);
  if (!rest.is_constant()) return {};
  return Test{factors[0], rest.constant() * -last.coefficient, row.kind == ConditionKind::zero};
}

}  // namespace

Node Expressions::choose(Condition condition, Node x, Node y) {
  const Node choice = select(condition, x, y);
  std::map<std::int64_t, Node> found;
  std::optional<Test> first;
  Node node = choice;
  while (nodes_[node].kind == NodeKind::select) {
    const NodeRow& row = nodes_[node];
    const auto test = test_of(conditions_[row.condition], symbols_);
    if (!test || (first && first->remainder != test->remainder)) return choice;
    first = test;
    found.try_emplace(test->number, test->is_equal ? row.left : row.right);
    node = test->is_equal ? row.right : row.left;
  }
  if (!first) return choice;
  const std::int64_t count = symbols_[first->remainder].right.constant();
  if (static_cast<std::int64_t>(found.size()) != count - 1) return choice;
  std::vector<std::vector<Polynomial>> points;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = found.find(i);
    const Node leaf = at != found.end() ? at->second : node;
    if (nodes_[leaf].kind != NodeKind::load || !same_shape(leaf, found.begin()->second)) return choice;
    polynomials(leaf, points.emplace_back());
  }
  std::vector<Polynomial> chosen = points[0];
  for (std::size_t p = 0; p < chosen.size(); ++p) {
    const Polynomial step = points[1][p] - points[0][p];
    for (std::size_t i = 1; i < points.size(); ++i)
      if (!(points[i][p] - points[i - 1][p] == step)) return choice;
    const Polynomial sum = chosen[p] + step * Polynomial::symbol(first->remainder);
    chosen[p] = symbols_.substitute(sum, {{0, Polynomial()}});
  }
  std::size_t next = 0;
  return with_polynomials(found.begin()->second, chosen, next);
}

}  // namespace quadcl::compiler::recognise
