// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/recognise/values/symbols.h"

namespace quadcl::compiler::recognise {

/// Rows of the two tables of Expressions. Equal expressions are the same row.
using Node = std::uint32_t;
using Condition = std::uint32_t;
using NodeMap = llvm::DenseMap<Node, Node>;
using NodeSet = llvm::DenseSet<Node>;

enum class NodeKind : std::uint8_t {
  undefined,       ///< never written
  constant,        ///< `index`: the bits of a float, or of an integer of `size` bytes
  float_argument,  ///< `index`
  load,            ///< of `size` bytes at byte `address` of memory object `index`
  multiply,
  add,
  negate,
  select,         ///< `condition` ? left : right
  carry,          ///< what an iteration left for the next one; `index` tells carries apart
  sum,            ///< left, then for each value of `counter` the terms
  continued_sum,  ///< such terms, added to the sum around it
  opaque,         ///< not known; `index`: why, `size`: the line in the source
};

struct NodeRow {
  NodeKind kind = NodeKind::undefined;
  bool reorderable = false;  ///< a product whose factors the source allows to be grouped in another way
  std::uint32_t index = 0;
  std::uint32_t size = 0;
  Node left = 0, right = 0;
  Condition condition = 0;
  Symbol counter = 0;
  Polynomial address;
  std::vector<Node> terms;

  bool operator==(const NodeRow&) const = default;
};

enum class ConditionKind : std::uint8_t {
  always,
  not_negative,  ///< `value` >= 0
  zero,          ///< `value` == 0
  not_zero,
  float_zero,  ///< float argument `left` == 0
  float_not_zero,
  both,
  either,
  opaque,
};

struct ConditionRow {
  ConditionKind kind = ConditionKind::always;
  Polynomial value;
  std::uint32_t left = 0, right = 0;

  bool operator==(const ConditionRow&) const = default;
};

/// In the order of insertion.
using PolynomialSet =
    llvm::SetVector<Polynomial, std::vector<Polynomial>, std::unordered_set<Polynomial, Polynomial::Hash>>;

/// The data of a kernel as expressions over loads and arguments.
class Expressions {
 public:
  explicit Expressions(Symbols& symbols) : symbols_(symbols) {}

  /// The place where the expression was made.
  const llvm::DILocation* place_of(Node node) const { return places_[node]; }

  Node undefined() const { return 0; }
  /// What is not known, and why.
  Node opaque(const std::string& reason);
  const std::string& reason(Node opaque) const { return reasons_[nodes_[opaque].index]; }
  Node constant(std::uint32_t bits, std::uint32_t size);
  Node one();
  Node float_argument(unsigned index);
  Node load(std::uint32_t object, const Polynomial& address, std::uint32_t size);
  Node multiply(Node x, Node y, bool reorderable);
  Node add(Node x, Node y);
  Node negate(Node x);
  Node select(Condition condition, Node x, Node y);
  /// The same; nested choices by an index, i == 0 ? a[0] : i == 1 ? a[1] : a[2], become a[i].
  Node choose(Condition condition, Node x, Node y);
  Node new_carry();
  Node sum(Node initial, Symbol counter, std::vector<Node> terms);
  Node continued_sum(Symbol counter, std::vector<Node> terms);

  const NodeRow& operator[](Node node) const { return nodes_[node]; }
  Node node_of(const NodeRow& row) const { return static_cast<Node>(&row - nodes_.data()); }
  bool is_float_zero(Node node) const;
  /// Whether the node is made of constants and float arguments alone: every element has the same.
  bool is_scalar(Node node) const;
  /// Minus a scalar.
  Node negated(Node scalar);
  /// The x of x + 0 or x * 1, which are the same as x in QPU arithmetic; else the node.
  Node without_identity(Node node);

  Condition always() const { return 0; }
  Condition not_negative(const Polynomial& value);
  Condition zero(const Polynomial& value);
  Condition float_zero(unsigned argument);
  Condition opaque_condition();
  Condition invert(Condition condition);
  Condition both(Condition x, Condition y);
  Condition either(Condition x, Condition y) { return invert(both(invert(x), invert(y))); }
  const ConditionRow& condition(Condition condition) const { return conditions_[condition]; }
  bool is_never(Condition condition) { return invert(condition) == always(); }
  /// Appends the parts of a conjunction, or the condition itself.
  void conjuncts(Condition condition, std::vector<Condition>& list) const;
  /// The parts of all these.
  std::vector<Condition> conjuncts(const std::vector<Condition>& conditions) const;

  /// Whether one of the conditions in `given`, as i < n, implies that the value is not negative, as i <= n.
  bool implies(const std::vector<Condition>& given, const Polynomial& value) const;
  /// Whether one list continues on one side of a branch and the other list on the other side.
  bool are_exclusive(const std::vector<Condition>& x, const std::vector<Condition>& y);

  /// The polynomials in an expression, in a fixed order.
  void polynomials(Node node, std::vector<Polynomial>& list) const;
  /// The same expression with these polynomials in their place.
  Node with_polynomials(Node node, const std::vector<Polynomial>& list, std::size_t& next);
  Node substitute(Node node, const Substitution& substitution);
  /// The same expression with some nodes replaced; adds the results for the other nodes to `replacements`.
  Node replace(Node node, NodeMap& replacements);
  /// Adds the polynomials of an expression to a set; skips nodes that were seen.
  void distinct_polynomials(Node node, NodeSet& seen, PolynomialSet& set) const;
  bool contains(Node node, const std::function<bool(const NodeRow&)>& test) const;
  bool contains(Node node, Node part) const;
  /// Whether two expressions differ only in polynomials.
  bool same_shape(Node x, Node y) const;

 private:
  friend class Substituter;
  bool is_moved(Node node) const;
  using Map = std::function<Polynomial(const Polynomial&)>;

  llvm::SmallVector<Node, 2> parts(Node node) const;
  Node add(NodeRow row);
  Condition add(ConditionRow row);
  void polynomials_of(Condition condition, std::vector<Polynomial>& list) const;
  /// `memo`: the nodes mapped so far; null if the function gives another result each time.
  Node map(Node node, const Map& function, NodeMap* memo = nullptr);
  Condition map_condition(Condition condition, const Map& function);
  bool same_shape_of(Condition x, Condition y) const;

  /// Limits walks over expressions that share parts, such as y + y where y is x + x.
  void spend() const;

  Symbols& symbols_;
  mutable std::uint64_t spent_ = 0;
  std::vector<NodeRow> nodes_{1};
  std::vector<const llvm::DILocation*> places_{1};  ///< by node
  std::vector<std::string> reasons_;
  std::vector<ConditionRow> conditions_{1};
  std::unordered_multimap<std::size_t, Node> node_index_;
  std::unordered_multimap<std::size_t, Condition> condition_index_;
  std::uint32_t next_carry_ = 0;
};

/// The path to a place in the kernel: the conditions on which it is reached, and the loops around it.
struct Path {
  std::vector<Condition> conditions;
  std::vector<Symbol> loops;  ///< counters, outermost first
  unsigned segment = 0;       ///< barriers passed
  bool operator==(const Path&) const = default;
};

/// Whether y starts with x. What happened under x has then also happened under y.
template <typename T>
bool is_prefix(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() <= y.size() && std::equal(x.begin(), x.end(), y.begin());
}

/// Makes one substitution in many expressions, and in their shared parts only once.
class Substituter {
 public:
  Substituter(const Substitution& substitution, Symbols& symbols, Expressions& expressions)
      : substitution_(substitution), symbols_(symbols), expressions_(expressions) {}

  Polynomial polynomial(const Polynomial& polynomial);
  Node node(Node node);
  Condition condition(Condition condition);

 private:
  const Substitution& substitution_;
  Symbols& symbols_;
  Expressions& expressions_;
  std::unordered_map<Polynomial, Polynomial, Polynomial::Hash> polynomials_;
  NodeMap nodes_;
};

/// The x of "condition ? x : 0" and the like. The guard demands the conditions that are not given.
Node require_conditions(Node node, const std::vector<Condition>& given, Symbols& symbols,
                        Expressions& expressions);

/// The same; appends the conditions.
Node strip_conditions(Node node, std::vector<Condition>& conditions, Expressions& expressions);

/// The value, after a loop, of a variable that has the value `initial` before it and that each iteration
/// changes from `carry` to `last`: a sum over the counter if the iteration adds to the carry, else an unknown
/// value.
Node after_loop(Node carry, Node initial, Node last, Symbol counter, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
