// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/sums.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

class Reader {
 public:
  Reader(const std::vector<Condition>& given, Symbols& symbols, Expressions& expressions)
      : given_(given), symbols_(symbols), expressions_(expressions) {}

  /// The terms of a sum, in order; empty for zero.
  std::vector<ProductSum> read(Node node) {
    const NodeRow row = expressions_[node];
    switch (row.kind) {
      case NodeKind::constant:
        if (!expressions_.is_float_zero(node)) reject("its sum starts with a constant that is not 0");
        return {};
      case NodeKind::carried:
        return read(row.left);
      case NodeKind::sum: {
        std::vector<ProductSum> terms = read(row.left);
        terms.push_back(around(row));
        return terms;
      }
      case NodeKind::continued_sum:
        return {around(row)};
      case NodeKind::add:
        return read_addition(row);
      case NodeKind::load:
        reject("its sum starts with a value from memory");
      case NodeKind::select:
      case NodeKind::multiply:
        return {product(node)};
      default:
        reject("it adds up something else than products");
    }
  }

  ProductSum join(std::vector<ProductSum> terms, bool any_order) {
    if (terms.empty()) reject("it computes no product");
    if (terms.size() > 1 && any_order) sort(terms);
    ProductSum result = terms.front();
    for (std::size_t i = 1; i < terms.size(); ++i) result = concatenate(result, terms[i]);
    return result;
  }

 private:
  /// The terms of one iteration of a loop, for all its iterations.
  ProductSum around(const NodeRow& row) {
    std::vector<ProductSum> terms;
    for (const auto& group : row.groups) {
      for (const Node term : group) {
        const NodeRow inner = expressions_[term];
        const bool splits =
            inner.kind == NodeKind::sum || inner.kind == NodeKind::carried || has_partial_sum(term);
        if (splits && !row.reorderable) reject("its sum has several accumulators");
        std::vector<ProductSum> more = read(term);
        // Within one expression the order of additions is not the order of iterations.
        sort(more);
        for (ProductSum& one : more) terms.push_back(std::move(one));
      }
    }
    ProductSum body = join(std::move(terms), row.reorderable);
    return repeat(std::move(body), row.counter);
  }

  bool has_partial_sum(Node node) const {
    return expressions_.contains(
        node, [](const NodeRow& row) { return row.kind == NodeKind::sum || row.kind == NodeKind::carried; });
  }

  /// Sums over the same loop as one, where the source allows it.
  Node unite_sums(Node left, Node right) {
    const NodeRow x = expressions_[left], y = expressions_[right];
    const auto is_plain = [&](const NodeRow& row) {
      return row.kind == NodeKind::sum && row.reorderable && expressions_.is_float_zero(row.left);
    };
    if (x.kind == NodeKind::add && x.reorderable) {
      const Node united = unite_sums(x.left, x.right);
      return united != 0 ? unite_sums(united, right) : 0;
    }
    if (y.kind == NodeKind::add && y.reorderable) {
      const Node united = unite_sums(y.left, y.right);
      return united != 0 ? unite_sums(left, united) : 0;
    }
    if (!is_plain(x) || !is_plain(y) || x.counter != y.counter) return 0;
    auto groups = x.groups;
    groups.insert(groups.end(), y.groups.begin(), y.groups.end());
    return expressions_.sum(x.left, x.counter, std::move(groups), true);
  }

  std::vector<ProductSum> read_addition(const NodeRow& row) {
    if (row.reorderable) {
      const Node united = unite_sums(row.left, row.right);
      if (united != 0) return read(united);
    }
    const bool left_partial = has_partial_sum(row.left), right_partial = has_partial_sum(row.right);
    if (left_partial && right_partial && !row.reorderable) reject("its sum has several accumulators");
    // The accumulator comes first.
    const bool swap = right_partial && !left_partial;
    std::vector<ProductSum> terms = read(swap ? row.right : row.left);
    std::vector<ProductSum> more = read(swap ? row.left : row.right);
    const bool one_expression = !left_partial && !right_partial;
    for (ProductSum& term : more) terms.push_back(std::move(term));
    if (one_expression || row.reorderable) sort(terms);
    return terms;
  }

  ProductSum product(Node node) {
    std::vector<Condition> outer;
    const Node inside = strip(node, outer);
    const NodeRow row = expressions_[inside];
    if (row.kind != NodeKind::multiply) reject("it adds up something else than products");
    std::vector<Condition> for_x = outer, for_y = outer;
    Node x = strip_conditions(row.left, for_x, expressions_);
    Node y = strip_conditions(row.right, for_y, expressions_);
    if (expressions_[y].index < expressions_[x].index) {
      std::swap(x, y);
      std::swap(for_x, for_y);
    }
    for (const Node load : {x, y}) {
      if (expressions_[load].kind != NodeKind::load) reject("a factor is not an element of a buffer");
      if (expressions_[load].size != 4) reject("a factor is not a float");
    }
    ProductSum result;
    result.x = expressions_[x].index;
    result.y = expressions_[y].index;
    result.start = {expressions_[x].address, expressions_[y].address};
    result.x_conditions = add_conditions(for_x, result.start);
    result.y_conditions = add_conditions(for_y, result.start);
    result.step.resize(result.start.size());
    return result;
  }

  /// A term that counts on a condition only.
  Node strip(Node node, std::vector<Condition>& conditions) {
    const NodeRow row = expressions_[node];
    if (row.kind != NodeKind::select) return node;
    return strip_conditions(node, conditions, expressions_);
  }

  std::size_t add_conditions(const std::vector<Condition>& conditions, Polynomials& list) {
    std::size_t count = 0;
    for (const Condition condition : conditions) {
      if (llvm::is_contained(given_, condition)) continue;
      const ConditionRow row = expressions_.condition(condition);
      if (row.kind != ConditionKind::not_negative) reject("a factor counts on a condition it does not know");
      list.push_back(row.value);
      ++count;
    }
    return count;
  }

  static bool alike(const ProductSum& x, const ProductSum& y) {
    return x.x == y.x && x.y == y.y && x.x_conditions == y.x_conditions && x.y_conditions == y.y_conditions;
  }

  /// Brings pieces that differ by constants into ascending order.
  void sort(std::vector<ProductSum>& terms) {
    for (const ProductSum& term : terms)
      if (!alike(term, terms.front())) return;
    if (terms.size() < 2) return;
    // Ascending k is the direction in which the sum of both addresses grows by constants or one monomial.
    const auto key = [&](const ProductSum& term) {
      return term.start[0] - terms.front().start[0] + term.start[1] - terms.front().start[1];
    };
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      std::int64_t weight = 0;
      for (const Polynomial::Term& term : key(terms[i]).terms()) weight += term.coefficient;
      order.push_back({weight, i});
    }
    std::stable_sort(order.begin(), order.end());
    std::vector<ProductSum> sorted;
    for (const auto& [weight, index] : order) sorted.push_back(terms[index]);
    terms = std::move(sorted);
  }

  ProductSum concatenate(const ProductSum& first, const ProductSum& second) {
    if (!alike(first, second)) reject("its terms are products of different buffers");
    if (first.count.is_zero()) return second;
    ProductSum result = first;
    for (std::size_t i = 0; i < first.start.size(); ++i) {
      const Polynomial gap = second.start[i] - first.start[i];
      if (!result.has_step && !second.has_step) {
        result.step[i] = gap;
        continue;
      }
      const Polynomial step = first.has_step ? first.step[i] : second.step[i];
      result.step[i] = step;
      symbols_.require_zero(gap - step * first.count, "its sum skips or repeats elements");
      if (second.has_step) symbols_.require_zero(second.step[i] - step, "its sum changes its stride");
    }
    result.has_step = true;
    result.count = first.count + second.count;
    return result;
  }

  ProductSum repeat(ProductSum body, Symbol counter) {
    const Polynomial rounds = symbols_[counter].count;
    for (std::size_t i = 0; i < body.start.size(); ++i) {
      Polynomial rest;
      const Polynomial step = body.start[i].coefficient_of(counter, &rest);
      if (body.has_step) {
        symbols_.require_zero(step - body.step[i] * body.count, "its sum skips or repeats elements");
      } else {
        if (symbols_[counter].index > 1) reject("its sum leaves out products");
        body.step[i] = step;
      }
      body.start[i] = rest;
      const auto is_counter = [&](Symbol symbol) { return symbol == counter; };
      if (symbols_.depends(body.step[i], is_counter) || symbols_.depends(rest, is_counter) ||
          symbols_.depends(body.count, is_counter))
        reject("its sum's stride changes");
    }
    body.has_step = true;
    body.count = body.count * rounds;
    return body;
  }

  const std::vector<Condition>& given_;
  Symbols& symbols_;
  Expressions& expressions_;
};

}  // namespace

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
  reject("a value is chosen on a condition");
}

ProductSum read_product_sum(Node node, const std::vector<Condition>& given, Symbols& symbols,
                            Expressions& expressions) {
  Reader reader(given, symbols, expressions);
  return reader.join(reader.read(node), false);
}

}  // namespace quadcl::compiler::recognise
