// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/sums.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

class Reader {
 public:
  /// `conditions_hold`: require the conditions of factors, in place of noting them.
  Reader(const std::vector<Condition>& given, bool conditions_hold, Symbols& symbols,
         Expressions& expressions)
      : given_(given), conditions_hold_(conditions_hold), symbols_(symbols), expressions_(expressions) {}

  bool has_conditions() const { return has_conditions_; }

  /// The terms of a sum, in order; empty for zero.
  std::vector<ProductSum> read(Node node) {
    const NodeRow row = expressions_[node];
    switch (row.kind) {
      case NodeKind::constant:
        if (!expressions_.is_float_zero(node))
          reject("its sum starts with a constant that is not 0", expressions_.place_of(node));
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
        reject("its sum starts with a value from memory", expressions_.place_of(node));
      case NodeKind::select:
      case NodeKind::multiply:
      case NodeKind::negate:
        return {product(node)};
      default:
        reject("it adds up something else than products", expressions_.place_of(node));
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
        const bool splits = inner.kind == NodeKind::sum || inner.kind == NodeKind::carried ||
                            has_partial_sum(term, expressions_);
        if (splits && !row.reorderable)
          reject("its sum has several accumulators", expressions_.place_of(term));
        std::vector<ProductSum> more = read(term);
        // LLVM may have changed the order within one expression.
        sort(more);
        for (ProductSum& one : more) terms.push_back(std::move(one));
      }
    }
    ProductSum body = join(std::move(terms), row.reorderable);
    body.reorderable = row.reorderable;
    return repeat(std::move(body), row.counter);
  }

  /// Several sums over one loop as one sum, if the source allows any order; 0 if not.
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
    const bool left_partial = has_partial_sum(row.left, expressions_),
               right_partial = has_partial_sum(row.right, expressions_);
    if (left_partial && right_partial && !row.reorderable)
      reject("its sum has several accumulators", expressions_.place_of(row.right));
    // The accumulator comes first.
    const bool swap = right_partial && !left_partial;
    std::vector<ProductSum> terms = read(swap ? row.right : row.left);
    std::vector<ProductSum> more = read(swap ? row.left : row.right);
    const bool one_expression = !left_partial && !right_partial;
    for (ProductSum& term : more) terms.push_back(std::move(term));
    if (one_expression || row.reorderable) sort(terms);
    return terms;
  }

  struct Factor {
    Node node;
    std::vector<Condition> conditions;  ///< without them it is 0
    unsigned depth;                     ///< multiplications around it
  };
  struct Factors {
    std::vector<Factor> loads, scalars;
    bool reorderable = true;
    bool negative = false;
  };

  void collect_factors(Node node, std::vector<Condition> conditions, unsigned depth, Factors& factors) {
    node = strip_conditions(expressions_.without_identity(node), conditions, expressions_);
    const NodeRow row = expressions_[node];
    if (expressions_.is_scalar(node)) {
      factors.scalars.push_back({node, std::move(conditions), depth});
    } else if (row.kind == NodeKind::multiply) {
      factors.reorderable = factors.reorderable && row.reorderable;
      collect_factors(row.left, conditions, depth + 1, factors);
      collect_factors(row.right, std::move(conditions), depth + 1, factors);
    } else if (row.kind == NodeKind::negate) {
      factors.negative = !factors.negative;
      collect_factors(row.left, std::move(conditions), depth, factors);
    } else {
      factors.loads.push_back({node, std::move(conditions), depth});
    }
  }

  /// Which of the two loads the scalar multiplies first.
  static ProductSum::Scaled scaled_by(const Factors& factors) {
    using Scaled = ProductSum::Scaled;
    if (factors.scalars.empty() || factors.reorderable) return Scaled::sum;
    const unsigned x = factors.loads[0].depth, y = factors.loads[1].depth;
    if (x == y || factors.scalars[0].depth != std::max(x, y)) reject("it scales products of two elements");
    return x > y ? Scaled::x : Scaled::y;
  }

  ProductSum product(Node node) {
    Factors factors;
    collect_factors(node, {}, 0, factors);
    auto& loads = factors.loads;
    const llvm::DILocation* place = expressions_.place_of(node);
    expressions_.set_place(place);
    if (loads.size() < 2 && factors.scalars.empty()) reject("it adds up something else than products", place);
    if (loads.size() != 2 || factors.scalars.size() > 1)
      reject("a factor is not an element of a buffer", place);
    if (expressions_[loads[1].node].index < expressions_[loads[0].node].index) std::swap(loads[0], loads[1]);
    ProductSum result;
    for (const Factor& factor : loads) {
      const NodeRow& row = expressions_[factor.node];
      if (row.kind != NodeKind::load) reject("a factor is not an element of a buffer", place);
      if (row.size != 4) reject("a factor is not a float", place);
      result.start.push_back(row.address);
    }
    result.x = expressions_[loads[0].node].index;
    result.y = expressions_[loads[1].node].index;
    result.scaled = scaled_by(factors);
    if (!factors.scalars.empty()) {
      const Factor& scalar = factors.scalars.front();
      result.scalar = scalar.node;
      // Where the scalar is 0 the product is, too. That becomes a condition of x alone.
      for (const Condition condition : scalar.conditions)
        if (!llvm::is_contained(loads[0].conditions, condition)) loads[0].conditions.push_back(condition);
    }
    if (factors.negative)
      result.scalar = expressions_.negated(result.scalar != 0 ? result.scalar : expressions_.one());
    result.x_conditions = add_conditions(loads[0].conditions, result.start);
    result.y_conditions = add_conditions(loads[1].conditions, result.start);
    result.step.resize(result.start.size());
    return result;
  }

  std::size_t add_conditions(const std::vector<Condition>& conditions, Polynomials& list) {
    std::size_t count = 0;
    for (const Condition condition : conditions) {
      if (llvm::is_contained(given_, condition)) continue;
      const ConditionRow row = expressions_.condition(condition);
      if (row.kind != ConditionKind::not_negative) reject("a factor counts on a condition it does not know");
      has_conditions_ = true;
      if (conditions_hold_) {
        symbols_.require_not_negative(row.value, "a factor is zero on a condition");
        continue;
      }
      list.push_back(row.value);
      ++count;
    }
    return count;
  }

  static bool alike(const ProductSum& x, const ProductSum& y) {
    return x.x == y.x && x.y == y.y && x.scalar == y.scalar && x.scaled == y.scaled &&
           x.x_conditions == y.x_conditions && x.y_conditions == y.y_conditions;
  }

  /// Sorts terms that differ by constant steps.
  void sort(std::vector<ProductSum>& terms) {
    for (const ProductSum& term : terms)
      if (!alike(term, terms.front())) return;
    if (terms.size() < 2) return;
    // k ascends where the sum of both addresses does.
    const auto key = [&](const ProductSum& term) {
      return term.start[0] - terms.front().start[0] + term.start[1] - terms.front().start[1];
    };
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      std::int64_t weight = 0;
      const Polynomial distance = key(terms[i]);
      for (const Polynomial::Term& term : distance.terms()) weight += term.coefficient;
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

  /// The length of a sum over blocks, the last of which may be shorter: ceil(total / block) blocks of
  /// min(block, total - block * counter).
  std::optional<Polynomial> sum_of_blocks(const ProductSum& body, Symbol counter) {
    const auto& terms = body.count.terms();
    if (terms.size() != 1 || terms[0].coefficient != 1) return {};
    const auto factors = symbols_of(terms[0].monomial);
    if (factors.size() != 1 || symbols_[factors[0]].kind != SymbolKind::minimum) return {};
    const Polynomial block = symbols_[factors[0]].left,
                     total = symbols_[factors[0]].right + block * Polynomial::symbol(counter);
    const auto is_counter = [&](Symbol symbol) { return symbol == counter; };
    if (!symbols_.is_known(block) || symbols_.depends(total, is_counter)) return {};
    if (!(symbols_[counter].count == symbols_.quotient(total + block - 1, block))) return {};
    return total;
  }

  /// Whether a loop goes through blocks from the last to the first.
  bool descends(const ProductSum& body, Symbol counter) const {
    if (!body.has_step) return false;
    for (std::size_t i = 0; i < body.start.size(); ++i)
      if (!(body.start[i].coefficient_of(counter) + body.step[i] * body.count).is_zero()) return false;
    return true;
  }

  ProductSum repeat(ProductSum body, Symbol counter) {
    if (const auto total = sum_of_blocks(body, counter)) {
      const std::uint32_t place = symbols_of(body.count.terms()[0].monomial)[0];
      body.count = symbols_[static_cast<Symbol>(place)].left;
      ProductSum whole = repeat(std::move(body), counter);
      whole.count = *total;
      return whole;
    }
    const Polynomial iterations = symbols_[counter].count;
    if (body.reorderable && descends(body, counter)) {
      const Substitution reversed{{counter, iterations - 1 - Polynomial::symbol(counter)}};
      for (Polynomial& start : body.start) start = symbols_.substitute(start, reversed);
    }
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
    body.count = body.count * iterations;
    return body;
  }

  const std::vector<Condition>& given_;
  const bool conditions_hold_;
  bool has_conditions_ = false;
  Symbols& symbols_;
  Expressions& expressions_;
};

}  // namespace

bool has_partial_sum(Node node, const Expressions& expressions) {
  return expressions.contains(
      node, [](const NodeRow& row) { return row.kind == NodeKind::sum || row.kind == NodeKind::carried; });
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

ProductSum read_product_sum(Node node, const std::vector<Condition>& given, Symbols& symbols,
                            Expressions& expressions) {
  const Conditions before = symbols.conditions();
  Reader reader(given, false, symbols, expressions);
  try {
    return reader.join(reader.read(node), false);
  } catch (const Rejected&) {
    if (!reader.has_conditions()) throw;
  }
  // The zeros are no padding: the guard demands that they do not occur.
  symbols.restore(before);
  Reader strict(given, true, symbols, expressions);
  return strict.join(strict.read(node), false);
}

}  // namespace quadcl::compiler::recognise
