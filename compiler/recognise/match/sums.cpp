// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/match/sums.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

constexpr const char* kUnknownCondition = "a product is added on an unknown condition";

/// Rejects for the reason why the node, a summand or a factor, is not understood.
[[noreturn]] void reject_unknown(Node node, const Expressions& expressions) {
  const NodeKind kind = expressions[node].kind;
  reject(kind == NodeKind::opaque      ? expressions.reason(node)
         : kind == NodeKind::undefined ? "it uses a value that was never written"
         : kind == NodeKind::carry
             ? "it uses what an earlier iteration computed in another way than by adding to it"
         : kind == NodeKind::float_argument
             ? "what it adds or stores is an argument, not a product of two elements"
             : "a factor is a sum",
         expressions.place_of(node));
}

class SumReader {
 public:
  /// `conditions_hold`: require the conditions of factors, in place of noting them.
  SumReader(const std::vector<Condition>& given, bool conditions_hold, Symbols& symbols,
            Expressions& expressions)
      : given_(given), conditions_hold_(conditions_hold), symbols_(symbols), expressions_(expressions) {}

  bool has_conditions() const { return has_conditions_; }

  /// The sum of all these.
  ProductSum read(const std::vector<Node>& nodes) {
    std::vector<Summand> summands;
    for (const Node node : nodes) collect(node, summands);
    if (summands.empty()) reject("it computes no product");
    std::vector<Summand> united = unite(summands);
    if (united.size() == summands.size()) return add_up(summands);
    return least_demanding(united, summands);
  }

 private:
  /// A product, or the sum of terms over a loop.
  struct Summand {
    Node node = 0;
    Symbol counter = 0;  ///< 0 for a product
    std::vector<Node> terms;
    Condition condition = 0;  ///< of a product: it is added only then
  };

  /// Takes additions apart.
  void collect(Node node, std::vector<Summand>& list) {
    const NodeRow row = expressions_[node];
    switch (row.kind) {
      case NodeKind::constant:
        if (!expressions_.is_float_zero(node))
          reject("its sum starts with a constant that is not 0", expressions_.place_of(node));
        return;
      case NodeKind::sum:
        collect(row.left, list);
        [[fallthrough]];
      case NodeKind::continued_sum:
        list.push_back({node, row.counter, row.terms});
        return;
      case NodeKind::add:
        collect(row.left, list);
        collect(row.right, list);
        return;
      case NodeKind::load:
        reject("what it adds or stores is an element of a buffer, not a product of two",
               expressions_.place_of(node));
      case NodeKind::select:
        if (const auto more = conditional_addition(row, expressions_)) {
          collect(more->base, list);
          list.push_back({more->term, 0, {}, more->condition});
          return;
        }
        [[fallthrough]];
      case NodeKind::multiply:
      case NodeKind::negate:
        list.push_back({node, 0, {}});
        return;
      default:
        reject_unknown(node, expressions_);
    }
  }

  /// Several sums over the same loop as one sum.
  static std::vector<Summand> unite(const std::vector<Summand>& summands) {
    std::vector<Summand> united;
    for (const Summand& summand : summands) {
      const auto same = llvm::find_if(united, [&](const Summand& other) {
        return summand.counter != 0 && other.counter == summand.counter;
      });
      if (same == united.end()) {
        united.push_back(summand);
      } else {
        llvm::append_range(same->terms, summand.terms);
      }
    }
    return united;
  }

  /// The one of two ways to write a sum that requires fewer equalities of the launch.
  ProductSum least_demanding(const std::vector<Summand>& first, const std::vector<Summand>& second) {
    const Conditions before = symbols_.conditions();
    std::optional<ProductSum> found;
    Conditions needed;
    try {
      found = add_up(first);
      needed = symbols_.conditions();
    } catch (const Rejected&) {  // the other way may do
    }
    symbols_.restore(before);
    try {
      ProductSum other = add_up(second);
      if (!found || symbols_.conditions().zero.size() < needed.zero.size()) return other;
    } catch (const Rejected&) {
      if (!found) throw;
    }
    symbols_.restore(needed);
    return *found;
  }

  ProductSum add_up(const std::vector<Summand>& summands) {
    std::vector<ProductSum> terms;
    for (const Summand& summand : summands)
      terms.push_back(summand.counter == 0 ? one_product(summand)
                                           : repeat(read(summand.terms), summand.counter));
    if (!llvm::all_of(terms, [&](const ProductSum& term) { return alike(term, terms.front()); }))
      reject("its terms are products of different buffers", expressions_.place_of(summands.back().node));
    sort(terms);
    ProductSum result;
    for (std::size_t i = 0; i < terms.size();) {
      const ProductSum next = interleaved(terms, i);
      result = i == 0 ? next : concatenate(result, next);
      i += interleaved_count(terms, i);
    }
    return result;
  }

  /// A product, which is added once or not at all.
  ProductSum one_product(const Summand& summand) {
    ProductSum result = product(summand.node);
    if (summand.condition != expressions_.always()) result.count = number_of(summand);
    return result;
  }

  /// 1 where the condition of the summand holds, else 0; all work-items must agree.
  Polynomial number_of(const Summand& summand) {
    const ConditionRow& row = expressions_.condition(summand.condition);
    if (row.kind == ConditionKind::not_negative && symbols_.is_known(row.value)) {
      symbols_.require_not_negative(row.value + 1, kUnknownCondition);
      return symbols_.minimum(row.value + 1, 1);
    }
    const Symbol rest = row.value.as_symbol();
    const bool is_odd = row.kind == ConditionKind::not_zero && symbols_.is_known(rest) &&
                        symbols_[rest].kind == SymbolKind::remainder && symbols_[rest].right == Polynomial(2);
    if (!is_odd) reject(kUnknownCondition, expressions_.place_of(summand.node));
    return row.value;
  }

  struct Factor {
    Node node;
    std::vector<Condition> conditions;  ///< where one does not hold, the factor is 0
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
    symbols_.set_place(place);
    const auto is = [&](NodeKind kind) {
      return [this, kind](const Factor& factor) { return expressions_[factor.node].kind == kind; };
    };
    auto other = llvm::find_if(loads, is(NodeKind::opaque));
    if (other == loads.end()) other = llvm::find_if_not(loads, is(NodeKind::load));
    if (other != loads.end()) reject_unknown(other->node, expressions_);
    if (loads.size() < 2) reject("it adds or stores less than a product of two elements", place);
    if (loads.size() > 2 || factors.scalars.size() > 1)
      reject("it multiplies more than two elements and one factor", place);
    if (expressions_[loads[1].node].index < expressions_[loads[0].node].index) std::swap(loads[0], loads[1]);
    ProductSum result;
    for (const Factor& factor : loads) {
      const NodeRow& row = expressions_[factor.node];
      if (row.size != 4) reject("it takes data for data of another type", place);
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
      if (row.kind != ConditionKind::not_negative) reject("a factor counts on an unknown condition");
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

  /// A typical value to sort by: sizes are large and of one magnitude.
  double typical(Symbol symbol) const {
    const SymbolInfo& row = symbols_[symbol];
    switch (row.kind) {
      case SymbolKind::quotient:
        return typical(row.left) / typical(row.right);
      case SymbolKind::minimum:
        return std::min(typical(row.left), typical(row.right));
      case SymbolKind::argument:
      case SymbolKind::global_size:
        return 1000;
      case SymbolKind::local_size:
        return 16;
      default:
        return 1;
    }
  }
  double typical(const Polynomial& polynomial) const {
    double sum = 0;
    for (const Polynomial::Term& term : polynomial.terms()) {
      auto product = static_cast<double>(term.coefficient);
      for (const Symbol symbol : symbols_of(term.monomial)) product *= typical(symbol);
      sum += product;
    }
    return sum;
  }

  /// Sorts terms along k, in the direction in which the sum of both addresses ascends.
  void sort(std::vector<ProductSum>& terms) const {
    const Polynomial first = terms.front().start[0] + terms.front().start[1];
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < terms.size(); ++i)
      order.push_back({typical(terms[i].start[0] + terms[i].start[1] - first), i});
    std::ranges::stable_sort(order);
    if (llvm::any_of(terms, [](const ProductSum& term) { return term.descends(); }))
      std::ranges::reverse(order);
    std::vector<ProductSum> sorted;
    for (const auto& [weight, index] : order) sorted.push_back(terms[index]);
    terms = std::move(sorted);
  }

  /// The number n of interleaved terms from `first` on: each takes every n-th element, and starts one element
  /// after the previous term. 1 if the first term is alone.
  static std::size_t interleaved_count(const std::vector<ProductSum>& terms, std::size_t first) {
    if (first + 1 >= terms.size() || !terms[first].has_step) return 1;
    const Polynomials& step = terms[first].step;
    const Polynomials gap = difference(terms[first + 1].start, terms[first].start);
    const auto ratio = gap[0].is_zero() ? std::nullopt : step[0].divided_by(gap[0]);
    if (!ratio || !ratio->is_constant() || ratio->constant() < 2) return 1;
    const auto count = static_cast<std::size_t>(ratio->constant());
    if (first + count > terms.size()) return 1;
    for (std::size_t i = 0; i < step.size(); ++i)
      if (!(gap[i] * *ratio == step[i])) return 1;
    for (std::size_t t = first + 1; t < first + count; ++t)
      if (terms[t].step != step || difference(terms[t].start, terms[t - 1].start) != gap) return 1;
    return count;
  }

  /// These terms as one sum; the first term alone if they are not interleaved.
  ProductSum interleaved(const std::vector<ProductSum>& terms, std::size_t first) {
    const std::size_t count = interleaved_count(terms, first);
    ProductSum result = terms[first];
    if (count == 1) return result;
    result.step = difference(terms[first + 1].start, result.start);
    for (std::size_t t = first + 1; t < first + count; ++t)
      symbols_.require_zero(terms[t].count - result.count, "its partial sums may have different lengths");
    result.count = result.count * Polynomial(static_cast<std::int64_t>(count));
    return result;
  }

  ProductSum concatenate(const ProductSum& first, const ProductSum& second) {
    if (first.count.is_zero()) return second;
    ProductSum result = first;
    const bool two_products = !first.has_step && !second.has_step;
    if (two_products && !(first.count == Polynomial(1))) reject(kUnknownCondition);
    // If the product is left out, its place does not matter.
    const bool is_optional = !second.has_step && !second.count.is_constant();
    const Polynomials gap = difference(second.start, first.start);
    result.step = two_products ? gap : first.has_step ? first.step : second.step;
    for (std::size_t i = 0; !two_products && i < gap.size(); ++i) {
      const Polynomial& step = result.step[i];
      symbols_.require_zero((gap[i] - step * first.count) * (is_optional ? second.count : Polynomial(1)),
                            "its sum may skip or repeat elements");
      if (second.has_step) symbols_.require_zero(second.step[i] - step, "its sum changes its stride");
    }
    result.has_step = true;
    result.count = first.count + second.count;
    return result;
  }

  /// A sum over blocks, the last of which may be shorter: ceil(total / block) blocks of min(block, total -
  /// block * counter).
  struct Blocks {
    Polynomial block, total;
  };
  std::optional<Blocks> sum_of_blocks(const ProductSum& body, Symbol counter) {
    const SymbolInfo smaller = symbols_[body.count.as_symbol()];
    if (smaller.kind != SymbolKind::minimum) return {};
    for (const auto& [block, rest] :
         {std::pair(smaller.left, smaller.right), std::pair(smaller.right, smaller.left)}) {
      const Polynomial total = rest + block * Polynomial::symbol(counter);
      if (!symbols_.is_known(block) || symbols_.depends(total, counter)) continue;
      if (symbols_[counter].count == symbols_.quotient(total + block - 1, block)) return Blocks{block, total};
    }
    return {};
  }

  /// Whether a loop goes through blocks from the last to the first.
  bool descends(const ProductSum& body, Symbol counter) const {
    if (!body.has_step) return false;
    for (std::size_t i = 0; i < body.start.size(); ++i)
      if (!(body.start[i].coefficient_of(counter) + body.step[i] * body.count).is_zero()) return false;
    return true;
  }

  /// Whether each iteration takes every n-th element, where n is the number of iterations.
  bool takes_turns(const ProductSum& body, Symbol counter) const {
    if (!body.has_step || body.step[0].is_zero()) return false;
    for (std::size_t i = 0; i < body.start.size(); ++i)
      if (!(body.start[i].coefficient_of(counter) * symbols_[counter].count == body.step[i])) return false;
    return true;
  }

  ProductSum repeat(ProductSum body, Symbol counter) {
    if (const auto blocks = sum_of_blocks(body, counter)) {
      body.count = blocks->block;
      ProductSum whole = repeat(std::move(body), counter);
      whole.count = blocks->total;
      return whole;
    }
    const Polynomial iterations = symbols_[counter].count;
    if (descends(body, counter)) {
      const Substitution reversed{{counter, iterations - 1 - Polynomial::symbol(counter)}};
      for (Polynomial& start : body.start) start = symbols_.substitute(start, reversed);
    }
    const bool in_turns = takes_turns(body, counter);
    for (std::size_t i = 0; i < body.start.size(); ++i) {
      Polynomial rest;
      const Polynomial step = body.start[i].coefficient_of(counter, &rest);
      if (body.has_step && !in_turns)
        symbols_.require_zero(step - body.step[i] * body.count, "its sum may skip or repeat elements");
      else
        body.step[i] = step;
      body.start[i] = rest;
      if (symbols_.depends(body.step[i], counter) || symbols_.depends(rest, counter) ||
          symbols_.depends(body.count, counter))
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

bool ProductSum::descends() const {
  const auto falls = [](const Polynomial& number) {
    return !number.is_zero() &&
           llvm::all_of(number.terms(), [](const Polynomial::Term& term) { return term.coefficient < 0; });
  };
  return has_step && falls(step[0]) && falls(step[1]);
}

std::optional<ConditionalAddition> conditional_addition(const NodeRow& choice, Expressions& expressions) {
  for (const bool adds_left : {true, false}) {
    const Node base = adds_left ? choice.right : choice.left;
    const NodeRow& longer = expressions[adds_left ? choice.left : choice.right];
    if (longer.kind != NodeKind::add || (longer.left != base && longer.right != base)) continue;
    const Node term = longer.left == base ? longer.right : longer.left;
    const NodeKind kind = expressions[term].kind;
    if (kind != NodeKind::multiply && kind != NodeKind::negate) continue;
    return ConditionalAddition{base, term,
                               adds_left ? choice.condition : expressions.invert(choice.condition)};
  }
  return {};
}

ProductSum read_product_sum(Node node, const std::vector<Condition>& given, Symbols& symbols,
                            Expressions& expressions) {
  const Conditions before = symbols.conditions();
  SumReader reader(given, false, symbols, expressions);
  try {
    return reader.read({node});
  } catch (const Rejected&) {
    if (!reader.has_conditions()) throw;
  }
  // The zeros are no padding. The guard demands that they do not occur.
  symbols.restore(before);
  SumReader strict(given, true, symbols, expressions);
  return strict.read({node});
}

}  // namespace quadcl::compiler::recognise
