// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/expressions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <map>

namespace quadcl::compiler::recognise {
namespace {

constexpr std::uint32_t kFloatBytes = 4;
constexpr std::uint32_t kOneBits = 0x3f800000;
constexpr std::uint64_t kMostSteps = 1 << 21;

std::size_t mix(std::size_t hash, std::size_t value) { return (hash ^ value) * 0x9e3779b97f4a7c15ULL; }

std::size_t hash_of(const NodeRow& row) {
  std::size_t hash = static_cast<std::size_t>(row.kind);
  for (const std::size_t part : {std::size_t{row.index}, std::size_t{row.size}, std::size_t{row.left},
                                 std::size_t{row.right}, std::size_t{row.condition}, row.address.hash()})
    hash = mix(hash, part);
  return hash;
}

std::size_t hash_of(const ConditionRow& row) {
  return mix(mix(mix(static_cast<std::size_t>(row.kind), row.left), row.right), row.value.hash());
}

/// The number of the row, which is added if there is none that is equal.
template <typename Row>
std::uint32_t intern(Row row, std::vector<Row>& rows,
                     std::unordered_multimap<std::size_t, std::uint32_t>& index) {
  const std::size_t hash = hash_of(row);
  const auto [first, last] = index.equal_range(hash);
  for (auto i = first; i != last; ++i)
    if (rows[i->second] == row) return i->second;
  rows.push_back(std::move(row));
  return index.emplace(hash, static_cast<std::uint32_t>(rows.size() - 1))->second;
}

// Choices by an index: i == 0 ? a[0] : i == 1 ? a[1] : a[2] is a[i].
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
  const Symbol chosen = symbol_of(last);
  const SymbolInfo& symbol = symbols[chosen];
  if (symbol.kind != SymbolKind::remainder || !symbol.right.is_constant()) return {};
  if (std::abs(last.coefficient) != 1) return {};
  const Polynomial rest = row.value - Polynomial::term(last.monomial, last.coefficient);
  if (!rest.is_constant()) return {};
  return Test{chosen, rest.constant() * -last.coefficient, row.kind == ConditionKind::zero};
}

}  // namespace

Node Expressions::add(NodeRow row) {
  const Node node = intern(std::move(row), nodes_, node_index_);
  if (node == places_.size()) places_.push_back(symbols_.place());
  return node;
}

Condition Expressions::add(ConditionRow row) { return intern(std::move(row), conditions_, condition_index_); }

void Expressions::spend() const {
  if (++spent_ > kMostSteps) reject("its expressions are too large");
}

Node Expressions::opaque(const std::string& reason) {
  const auto index = static_cast<std::uint32_t>(llvm::find(reasons_, reason) - reasons_.begin());
  if (index == reasons_.size()) reasons_.push_back(reason);
  const llvm::DILocation* place = symbols_.place();
  return add({.kind = NodeKind::opaque, .index = index, .size = place != nullptr ? place->getLine() : 0});
}

Node Expressions::constant(std::uint32_t bits, std::uint32_t size) {
  return add({.kind = NodeKind::constant, .index = bits, .size = size});
}

Node Expressions::one() { return constant(kOneBits, kFloatBytes); }

Node Expressions::float_argument(unsigned index) {
  return add({.kind = NodeKind::float_argument, .index = index});
}

Node Expressions::load(std::uint32_t object, const Polynomial& address, std::uint32_t size) {
  return add({.kind = NodeKind::load, .index = object, .size = size, .address = address});
}

/// Whether it is an element that may be moved bit by bit. Adding 0 to it is no move: -0 + 0 is 0, and a
/// signalling NaN becomes quiet.
bool Expressions::is_moved(Node node) const {
  const NodeKind kind = nodes_[node].kind;
  return kind == NodeKind::load || kind == NodeKind::select;
}

Node Expressions::multiply(Node x, Node y, bool reorderable) {
  if (x == one() && !is_moved(y)) return y;
  if (y == one() && !is_moved(x)) return x;
  if (y < x) std::swap(x, y);
  return add({.kind = NodeKind::multiply, .reorderable = reorderable, .left = x, .right = y});
}

Node Expressions::add(Node x, Node y) {
  if (is_float_zero(x) && !is_moved(y)) return y;
  if (is_float_zero(y) && !is_moved(x)) return x;
  return add({.kind = NodeKind::add, .left = x, .right = y});
}

Node Expressions::negate(Node x) { return add({.kind = NodeKind::negate, .left = x}); }

Node Expressions::select(Condition condition, Node x, Node y) {
  if (x == y || condition == always()) return x;
  if (is_never(condition)) return y;
  return add({.kind = NodeKind::select, .left = x, .right = y, .condition = condition});
}

Node Expressions::new_carry() { return add({.kind = NodeKind::carry, .index = next_carry_++}); }

Node Expressions::sum(Node initial, Symbol counter, std::vector<Node> terms) {
  return add({.kind = NodeKind::sum, .left = initial, .counter = counter, .terms = std::move(terms)});
}

Node Expressions::continued_sum(Symbol counter, std::vector<Node> terms) {
  return add({.kind = NodeKind::continued_sum, .counter = counter, .terms = std::move(terms)});
}

bool Expressions::is_float_zero(Node node) const {
  const NodeRow& row = nodes_[node];
  return row.kind == NodeKind::constant && row.index == 0;
}

bool Expressions::is_scalar(Node node) const {
  spend();
  const NodeRow& row = nodes_[node];
  if (row.kind == NodeKind::constant) return row.size == kFloatBytes;
  if (row.kind == NodeKind::negate) return is_scalar(row.left);
  if (row.kind == NodeKind::add || row.kind == NodeKind::multiply)
    return is_scalar(row.left) && is_scalar(row.right);
  return row.kind == NodeKind::float_argument;
}

Node Expressions::negated(Node scalar) {
  constexpr std::uint32_t kSign = 1u << 31;
  const NodeRow& row = nodes_[scalar];
  if (row.kind == NodeKind::negate) return row.left;
  return row.kind == NodeKind::constant ? constant(row.index ^ kSign, row.size) : negate(scalar);
}

Node Expressions::without_identity(Node node) {
  const NodeRow& row = nodes_[node];
  if (row.kind == NodeKind::add && is_float_zero(row.left)) return row.right;
  if (row.kind == NodeKind::add && is_float_zero(row.right)) return row.left;
  if (row.kind != NodeKind::multiply) return node;
  const Node left = row.left, right = row.right, unit = one();
  return left == unit ? right : right == unit ? left : node;
}

Condition Expressions::opaque_condition() { return add(ConditionRow{.kind = ConditionKind::opaque}); }

Condition Expressions::not_negative(const Polynomial& value) {
  if (value.is_constant() && value.constant() >= 0) return always();
  if (symbols_.is_certain(value)) return always();
  return add(ConditionRow{.kind = ConditionKind::not_negative, .value = value});
}

Condition Expressions::zero(const Polynomial& value) {
  if (value.is_zero()) return always();
  if (symbols_.is_certain(value - 1) || symbols_.is_certain(value * -1 - 1)) return invert(always());
  return add(ConditionRow{.kind = ConditionKind::zero, .value = value});
}

Condition Expressions::float_zero(unsigned argument) {
  return add(ConditionRow{.kind = ConditionKind::float_zero, .left = argument});
}

Condition Expressions::invert(Condition condition) {
  const ConditionRow row = conditions_[condition];
  switch (row.kind) {
    case ConditionKind::always:  // "never" is 0 != 0
      return add(ConditionRow{.kind = ConditionKind::not_zero});
    case ConditionKind::not_negative:
      return not_negative(row.value * -1 - 1);
    case ConditionKind::zero:
      return add(ConditionRow{.kind = ConditionKind::not_zero, .value = row.value});
    case ConditionKind::not_zero:
      return zero(row.value);
    case ConditionKind::float_zero:
      return add(ConditionRow{.kind = ConditionKind::float_not_zero, .left = row.left});
    case ConditionKind::float_not_zero:
      return float_zero(row.left);
    case ConditionKind::both:
    case ConditionKind::either: {
      const auto other = row.kind == ConditionKind::both ? ConditionKind::either : ConditionKind::both;
      const Condition left = invert(row.left), right = invert(row.right);
      return add(ConditionRow{.kind = other, .left = left, .right = right});
    }
    case ConditionKind::opaque:
      break;
  }
  return opaque_condition();
}

Condition Expressions::both(Condition x, Condition y) {
  if (x == always() || x == y) return y;
  if (y == always()) return x;
  if (is_never(x)) return x;
  if (is_never(y)) return y;
  return add(ConditionRow{.kind = ConditionKind::both, .left = x, .right = y});
}

void Expressions::conjuncts(Condition condition, std::vector<Condition>& list) const {
  const ConditionRow& row = conditions_[condition];
  if (row.kind == ConditionKind::both) {
    conjuncts(row.left, list);
    conjuncts(row.right, list);
  } else if (row.kind != ConditionKind::always && !llvm::is_contained(list, condition)) {
    list.push_back(condition);
  }
}

std::vector<Condition> Expressions::conjuncts(const std::vector<Condition>& conditions) const {
  std::vector<Condition> list;
  for (const Condition condition : conditions) conjuncts(condition, list);
  return list;
}

bool Expressions::implies(const std::vector<Condition>& given, const Polynomial& value) const {
  return llvm::any_of(conjuncts(given), [&](Condition condition) {
    const ConditionRow& row = conditions_[condition];
    return row.kind == ConditionKind::not_negative && symbols_.is_certain(value - row.value);
  });
}

bool Expressions::are_exclusive(const std::vector<Condition>& x, const std::vector<Condition>& y) {
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    if (x[i] != y[i]) return invert(x[i]) == y[i] && conditions_[x[i]].kind != ConditionKind::opaque;
  return false;
}

void Expressions::polynomials_of(Condition condition, std::vector<Polynomial>& list) const {
  const ConditionRow& row = conditions_[condition];
  if (row.kind == ConditionKind::both || row.kind == ConditionKind::either) {
    polynomials_of(row.left, list);
    polynomials_of(row.right, list);
  } else {
    list.push_back(row.value);
  }
}

llvm::SmallVector<Node, 2> Expressions::parts(Node node) const {
  const NodeRow& row = nodes_[node];
  llvm::SmallVector<Node, 2> parts;
  if (row.left != 0) parts.push_back(row.left);
  if (row.right != 0) parts.push_back(row.right);
  parts.append(row.terms.begin(), row.terms.end());
  return parts;
}

void Expressions::polynomials(Node node, std::vector<Polynomial>& list) const {
  spend();
  const NodeRow& row = nodes_[node];
  list.push_back(row.address);
  if (row.condition != 0) polynomials_of(row.condition, list);
  for (const Node part : parts(node)) polynomials(part, list);
}

void Expressions::distinct_polynomials(Node node, NodeSet& seen, PolynomialSet& set) const {
  if (!seen.insert(node).second) return;
  const NodeRow& row = nodes_[node];
  if (!row.address.is_constant()) set.insert(row.address);
  if (row.condition != 0) {
    std::vector<Polynomial> list;
    polynomials_of(row.condition, list);
    set.insert(list.begin(), list.end());
  }
  for (const Node part : parts(node)) distinct_polynomials(part, seen, set);
}

Condition Expressions::map_condition(Condition condition, const Map& function) {
  const ConditionRow row = conditions_[condition];
  switch (row.kind) {
    case ConditionKind::both:
    case ConditionKind::either: {
      const Condition left = map_condition(row.left, function), right = map_condition(row.right, function);
      return row.kind == ConditionKind::both ? both(left, right) : either(left, right);
    }
    case ConditionKind::not_negative:
      return not_negative(function(row.value));
    case ConditionKind::zero:
      return zero(function(row.value));
    case ConditionKind::not_zero:
      return invert(zero(function(row.value)));
    default:
      function(row.value);
      return condition;
  }
}

Node Expressions::map(Node node, const Map& function, NodeMap* memo) {
  if (memo != nullptr) {
    const auto found = memo->find(node);
    if (found != memo->end()) return found->second;
  }
  spend();
  NodeRow row = nodes_[node];
  row.address = function(row.address);
  if (row.condition != 0) row.condition = map_condition(row.condition, function);
  if (row.left != 0) row.left = map(row.left, function, memo);
  if (row.right != 0) row.right = map(row.right, function, memo);
  for (Node& term : row.terms) term = map(term, function, memo);
  // The new node has the place of the one it replaces.
  const llvm::DILocation* place = symbols_.place();
  symbols_.set_place(places_[node]);
  const Node result =
      row.kind == NodeKind::select ? select(row.condition, row.left, row.right) : add(std::move(row));
  symbols_.set_place(place);
  if (memo != nullptr) memo->try_emplace(node, result);
  return result;
}

Node Expressions::with_polynomials(Node node, const std::vector<Polynomial>& list, std::size_t& next) {
  return map(node, [&](const Polynomial&) { return list[next++]; });
}

Node Expressions::substitute(Node node, const Substitution& substitution) {
  return Substituter(substitution, symbols_, *this).node(node);
}

Node Expressions::replace(Node node, NodeMap& replacements) {
  return map(node, [](const Polynomial& polynomial) { return polynomial; }, &replacements);
}

Polynomial Substituter::polynomial(const Polynomial& polynomial) {
  if (polynomial.is_constant()) return polynomial;
  const auto found = polynomials_.find(polynomial);
  if (found != polynomials_.end()) return found->second;
  return polynomials_.emplace(polynomial, symbols_.substitute(polynomial, substitution_)).first->second;
}

Node Substituter::node(Node node) {
  return expressions_.map(node, [this](const Polynomial& p) { return polynomial(p); }, &nodes_);
}

Condition Substituter::condition(Condition condition) {
  return expressions_.map_condition(condition, [this](const Polynomial& p) { return polynomial(p); });
}

bool Expressions::contains(Node node, const std::function<bool(const NodeRow&)>& test) const {
  spend();
  return test(nodes_[node]) || llvm::any_of(parts(node), [&](Node part) { return contains(part, test); });
}

bool Expressions::contains(Node node, Node part) const {
  // Parts of a node have smaller numbers.
  if (node <= part) return node == part;
  spend();
  return llvm::any_of(parts(node), [&](Node one) { return contains(one, part); });
}

bool Expressions::same_shape_of(Condition x, Condition y) const {
  const ConditionRow& left = conditions_[x];
  const ConditionRow& right = conditions_[y];
  if (left.kind != right.kind) return false;
  if (left.kind == ConditionKind::both || left.kind == ConditionKind::either)
    return same_shape_of(left.left, right.left) && same_shape_of(left.right, right.right);
  return left.left == right.left;
}

bool Expressions::same_shape(Node x, Node y) const {
  spend();
  if (x == y) return true;
  const NodeRow& left = nodes_[x];
  const NodeRow& right = nodes_[y];
  if (left.kind != right.kind || left.index != right.index || left.size != right.size ||
      left.counter != right.counter || left.terms != right.terms ||
      !same_shape_of(left.condition, right.condition))
    return false;
  const auto same = [this](Node one, Node other) {
    return (one == 0) == (other == 0) && (one == 0 || same_shape(one, other));
  };
  return same(left.left, right.left) && same(left.right, right.right);
}

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
