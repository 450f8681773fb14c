// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <numeric>

#include "compiler/recognise/analysis.h"
#include "compiler/recognise/sums.h"
#include "core/builtin_kernels.h"
#include "core/sgemm_launch.h"

namespace quadcl::compiler::recognise {
namespace {

constexpr std::int64_t kElement = 4;

/// A factor that is the same for all elements: a constant or an argument.
struct Scalar {
  BindingKind kind = BindingKind::float_constant;
  std::uint32_t value = std::bit_cast<std::uint32_t>(1.0f);

  bool operator==(const Scalar&) const = default;

  Scalar operator-() const {
    constexpr std::uint32_t kSign = 1u << 31;
    switch (kind) {
      case BindingKind::float_argument:
        return {BindingKind::negated_argument, value};
      case BindingKind::negated_argument:
        return {BindingKind::float_argument, value};
      default:
        return {kind, value ^ kSign};
    }
  }
};

/// value = alpha * sum + beta * what the output held; alpha may multiply one of the factors instead.
struct StoredValue {
  Scalar alpha;
  Scalar beta{BindingKind::float_constant, 0};
  ProductSum sum;
  bool starts_from_c = false;  ///< the sum starts from beta * what the output held
};

class Parser {
 public:
  Parser(Analysis& analysis, const Output& output)
      : analysis_(analysis), expressions_(analysis.expressions), output_(output) {}

  StoredValue parse() {
    StoredValue value;
    given_ = conditions_of(analysis_, output_);
    const Node stored = without_zero_test(require_conditions(output_.value));
    const Node product = take_beta(stored, value);
    const Node sum = value.starts_from_c ? product : take_alpha(product, value);
    value.sum = read_product_sum(sum, given_, analysis_.symbols, expressions_);
    if (value.sum.scalar != 0) {
      if (!(value.alpha == Scalar{})) reject("it scales its products twice");
      value.alpha = *scalar(value.sum.scalar);
      if (value.starts_from_c && value.sum.scaled == ProductSum::Scaled::sum)
        value.sum.scaled = ProductSum::Scaled::x;
    }
    return value;
  }

 private:
  std::optional<Scalar> scalar(Node node) const {
    const NodeRow& row = expressions_[node];
    if (row.kind == NodeKind::constant) return Scalar{BindingKind::float_constant, row.index};
    if (row.kind == NodeKind::float_argument) return Scalar{BindingKind::float_argument, row.index};
    if (row.kind == NodeKind::negate)
      if (const auto positive = scalar(row.left)) return -*positive;
    return {};
  }

  /// x, where the node is "inside ? x : 0": all work-items must be inside.
  Node require_conditions(Node node) {
    const NodeRow row = expressions_[node];
    if (row.kind != NodeKind::select) return node;
    const bool zero_last = expressions_.is_float_zero(row.right);
    if (!zero_last && !expressions_.is_float_zero(row.left)) return node;
    std::vector<Condition> needed;
    expressions_.conjuncts(zero_last ? row.condition : expressions_.invert(row.condition), needed);
    for (const Condition condition : needed)
      if (expressions_.condition(condition).kind != ConditionKind::not_negative) return node;
    for (const Condition condition : needed)
      if (!llvm::is_contained(given_, condition))
        analysis_.symbols.require_not_negative(expressions_.condition(condition).value,
                                               "what it stores is chosen on a condition");
    return require_conditions(zero_last ? row.left : row.right);
  }

  bool is_old_value(Node node) const {
    const NodeRow& row = expressions_[node];
    return row.kind == NodeKind::load && row.index == output_.object && row.size == output_.size &&
           row.address == output_.address;
  }

  /// beta == 0 ? x : x + beta * c, which is what the built-in kernel does.
  Node without_zero_test(Node node) {
    const NodeRow row = expressions_[node];
    if (row.kind != NodeKind::select) return node;
    const ConditionRow test = expressions_.condition(row.condition);
    if (test.kind != ConditionKind::float_zero && test.kind != ConditionKind::float_not_zero)
      reject("what it stores is chosen on a condition");
    const bool zero_first = test.kind == ConditionKind::float_zero;
    const Node zero = zero_first ? row.left : row.right, full = zero_first ? row.right : row.left;
    StoredValue value;
    const Node product = take_beta(full, value);
    if (product != zero || !(value.beta == Scalar{BindingKind::float_argument, test.left}))
      reject("what it stores is chosen on a condition");
    return full;
  }

  /// x, where the node is "beta == 0 ? 0 : x" and x a multiple of beta.
  Node unless_beta_is_zero(Node node) const {
    const NodeRow& row = expressions_[node];
    if (row.kind != NodeKind::select) return node;
    const ConditionRow& test = expressions_.condition(row.condition);
    const bool zero_first = test.kind == ConditionKind::float_zero;
    if (!zero_first && test.kind != ConditionKind::float_not_zero) return node;
    const Node zero = zero_first ? row.left : row.right, full = zero_first ? row.right : row.left;
    const NodeRow& product = expressions_[full];
    const Scalar beta{BindingKind::float_argument, test.left};
    const bool is_multiple =
        product.kind == NodeKind::multiply && (scalar(product.left) == beta || scalar(product.right) == beta);
    return expressions_.is_float_zero(zero) && is_multiple ? full : node;
  }

  /// The other summand, if one is the old value or a multiple of it.
  Node take_beta(Node node, StoredValue& value) {
    const NodeRow row = expressions_[node];
    // A sum that may be done in any order starts with the old value.
    if (row.kind == NodeKind::sum && row.reorderable) {
      const auto beta = multiple_of_old_value(unless_beta_is_zero(row.left));
      if (!beta) return node;
      value.beta = *beta;
      return expressions_.sum(expressions_.constant(0, kElement), row.counter, row.groups, true);
    }
    if (const auto rest = take_scaled_beta(row, value)) return *rest;
    if (row.kind == NodeKind::add) {
      for (const auto& [term, other] : {std::pair(row.left, row.right), std::pair(row.right, row.left)}) {
        const auto beta = multiple_of_old_value(unless_beta_is_zero(term));
        if (!beta) continue;
        value.beta = *beta;
        return other;
      }
    }
    const auto rest = without_start(node, value);
    return rest ? *rest : node;
  }

  /// The same in alpha * (x + c) or -(x + beta * c).
  std::optional<Node> take_scaled_beta(const NodeRow& row, StoredValue& value) {
    const bool left_is_scalar = row.kind == NodeKind::multiply && scalar(row.left).has_value();
    const Node factor = left_is_scalar ? row.left : row.right;
    const bool scales = row.kind == NodeKind::multiply && scalar(factor).has_value();
    if (!scales && row.kind != NodeKind::negate) return {};
    const Node inside = row.kind == NodeKind::negate || !left_is_scalar ? row.left : row.right;
    if (expressions_[inside].kind != NodeKind::add) return {};
    StoredValue inner;
    const Node rest = take_beta(inside, inner);
    if (rest == inside || inner.starts_from_c) return {};
    if (row.kind == NodeKind::negate) {
      value.beta = -inner.beta;
      return expressions_.negate(rest);
    }
    const Scalar one;
    if (!(inner.beta == one) && !(inner.beta == -one)) return {};
    value.beta = inner.beta == one ? *scalar(factor) : -*scalar(factor);
    return expressions_.multiply(factor, rest, row.reorderable);
  }

  /// A sum that starts from the old value or a multiple of it, without that.
  std::optional<Node> without_start(Node node, StoredValue& value) {
    if (const auto beta = multiple_of_old_value(unless_beta_is_zero(node))) {
      value.beta = *beta;
      value.starts_from_c = true;
      return expressions_.constant(0, kElement);
    }
    const NodeRow row = expressions_[node];
    if (row.kind != NodeKind::sum && row.kind != NodeKind::carried && row.kind != NodeKind::add) return {};
    const Node old = expressions_.load(output_.object, output_.address, output_.size);
    const bool is_right = row.kind == NodeKind::add && !expressions_.contains(row.left, old);
    // What is added to the old value must not be a sum of its own.
    if (row.kind == NodeKind::add && !row.reorderable &&
        has_partial_sum(is_right ? row.left : row.right, expressions_))
      return {};
    const auto rest = without_start(is_right ? row.right : row.left, value);
    if (!rest) return {};
    if (row.kind == NodeKind::carried) return expressions_.carried(*rest);
    if (row.kind == NodeKind::sum) return expressions_.sum(*rest, row.counter, row.groups, row.reorderable);
    return is_right ? expressions_.add(row.left, *rest, row.reorderable)
                    : expressions_.add(*rest, row.right, row.reorderable);
  }

  std::optional<Scalar> multiple_of_old_value(Node node) const {
    if (is_old_value(node)) return Scalar{};
    const NodeRow& product = expressions_[node];
    if (product.kind == NodeKind::negate) {
      const auto positive = multiple_of_old_value(product.left);
      return positive ? std::optional(-*positive) : std::nullopt;
    }
    if (product.kind != NodeKind::multiply) return {};
    const auto of = [&](Node old, Node factor) -> std::optional<Scalar> {
      if (is_old_value(old)) return scalar(factor);
      const NodeRow& row = expressions_[old];
      if (row.kind != NodeKind::negate || !is_old_value(row.left)) return {};
      const auto positive = scalar(factor);
      return positive ? std::optional(-*positive) : std::nullopt;
    };
    const auto found = of(product.left, product.right);
    return found ? found : of(product.right, product.left);
  }

  Node take_alpha(Node node, StoredValue& value) {
    const NodeRow row = expressions_[node];
    if (row.kind == NodeKind::negate) {
      const Node positive = take_alpha(row.left, value);
      value.alpha = -value.alpha;
      return positive;
    }
    if (row.kind != NodeKind::multiply) return node;
    // al * -x
    for (const auto& [factor, other] : {std::pair(row.left, row.right), std::pair(row.right, row.left)}) {
      const auto scale = scalar(factor);
      if (!scale || expressions_[other].kind != NodeKind::negate) continue;
      value.alpha = -*scale;
      return expressions_[other].left;
    }
    if (const auto factor = scalar(row.left)) {
      value.alpha = *factor;
      return row.right;
    }
    if (const auto factor = scalar(row.right)) {
      value.alpha = *factor;
      return row.left;
    }
    return node;
  }

  Analysis& analysis_;
  Expressions& expressions_;
  const Output& output_;
  std::vector<Condition> given_;
};

bool same_sum(const ProductSum& x, const ProductSum& y) {
  return x.x == y.x && x.y == y.y && x.scaled == y.scaled && x.count == y.count && x.step == y.step &&
         x.x_conditions == y.x_conditions && x.y_conditions == y.y_conditions;
}

/// One operand: its rows or columns along one axis of C, and its k.
struct Operand {
  std::uint32_t object = 0;
  Polynomial offset, index_step, k_step;
};

struct Placement {
  Polynomial k_is_apart;  ///< 0 if the elements along k are next to each other, else 1
  Polynomial leading;
};

constexpr const char* kRowInPart = "a row is no whole number of elements";

/// Whether the number, not a constant, may be 1.
bool may_be_one(const Polynomial& number) {
  std::int64_t divisor = 0;
  for (const Polynomial::Term& term : number.terms()) divisor = std::gcd(divisor, term.coefficient);
  return !number.is_constant() && divisor == 1;
}

/// An operand with a stride for rows and one for columns: only at enqueue it turns out which of them is 1.
Placement place_by_strides(const Polynomial& index_step, const Polynomial& k_step, Symbols& symbols) {
  if (!may_be_one(index_step) && !may_be_one(k_step))
    reject("the elements of an operand's rows and columns are both apart");
  symbols.require_not_negative(index_step - 1, "a stride may be 0");
  symbols.require_not_negative(k_step - 1, "a stride may be 0");
  symbols.require_zero((index_step - 1) * (k_step - 1),
                       "the elements of an operand's rows and columns are both apart");
  return {symbols.minimum(k_step - 1, 1), index_step + k_step - 1};
}

/// Which way an operand lies in memory. `has_axis`: it has more than one row (of A) or column (of B).
Placement place(const Operand& operand, bool has_axis, const Polynomial& k, Symbols& symbols) {
  const bool k_contiguous = operand.k_step == Polynomial(kElement);
  if (k_contiguous && !has_axis) return {0, k};
  const Polynomial k_step = symbols.whole_quotient(operand.k_step, kElement, kRowInPart);
  if (!has_axis) return {1, k_step};
  const Polynomial index_step = symbols.whole_quotient(operand.index_step, kElement, kRowInPart);
  const bool index_contiguous = index_step == Polynomial(1);
  if (k_contiguous && index_contiguous) reject("the rows of an operand overlap");
  if (k_contiguous) return {0, index_step};
  if (index_contiguous) return {1, k_step};
  return place_by_strides(index_step, k_step, symbols);
}

/// Where the factor is in terms of sgemm; its B is the one that has columns.
SgemmScaled scaled_operand(ProductSum::Scaled scaled, bool x_has_columns) {
  if (scaled == ProductSum::Scaled::sum) return SgemmScaled::sum;
  return (scaled == ProductSum::Scaled::x) == x_has_columns ? SgemmScaled::b : SgemmScaled::a;
}

/// The bound on k that a factor's conditions state, beside those that must hold for every k.
struct KLimits {
  std::vector<Polynomial> limits;
  std::vector<std::pair<Polynomial, Polynomial>> others;  ///< start, step
};

KLimits k_limits(const Polynomials& starts, const Polynomials& steps, std::size_t first, std::size_t count,
                 const Symbols& symbols) {
  KLimits result;
  for (std::size_t i = first; i < first + count; ++i) {
    if (steps[i] == Polynomial(-1) && symbols.is_known(starts[i])) {
      result.limits.push_back(starts[i] + 1);
    } else {
      result.others.push_back({starts[i], steps[i]});
    }
  }
  return result;
}

/// The length of the sum once the zeros beyond the matrices are left out: both factors must be zero there.
Polynomial limited_k(const ProductSum& sum, const Polynomials& starts, Symbols& symbols) {
  const std::size_t first = 2;
  KLimits x = k_limits(starts, sum.step, first, sum.x_conditions, symbols);
  KLimits y = k_limits(starts, sum.step, first + sum.x_conditions, sum.y_conditions, symbols);
  Polynomial k = sum.count;
  const auto require = [&](const Polynomial& start, const Polynomial& step) {
    symbols.require_not_negative(start, "a factor is zero on a condition");
    symbols.require_not_negative(start + step * (sum.count - 1), "a factor is zero on a condition");
  };
  for (const Polynomial& limit : x.limits) {
    if (llvm::is_contained(y.limits, limit)) {
      symbols.require_not_negative(limit, "a size may be negative");
      k = symbols.minimum(k, limit);
    } else {
      require(limit - 1, Polynomial(-1));
    }
  }
  for (const Polynomial& limit : y.limits)
    if (!llvm::is_contained(x.limits, limit)) require(limit - 1, Polynomial(-1));
  for (const KLimits& limits : {x, y})
    for (const auto& [start, step] : limits.others) require(start, step);
  return k;
}

/// A sum whose addresses fall from product to product, the other way round, if the source allows that.
/// `points`: the addresses of each store and its operands.
void require_ascending(ProductSum& sum, std::vector<Polynomials>& points) {
  const auto falls = [](const Polynomial& step) {
    return !step.is_zero() && std::ranges::all_of(step.terms(), [](const Polynomial::Term& term) {
      return term.coefficient < 0;
    });
  };
  if (!sum.has_step || !falls(sum.step[0]) || !falls(sum.step[1])) return;
  if (!sum.reorderable)
    reject(
        "it adds the products in descending order, and QPUs do so in ascending order; -cl-fast-relaxed-math "
        "allows that");
  for (std::size_t i = 0; i < sum.step.size(); ++i) {
    for (Polynomials& point : points) point[i + 1] = point[i + 1] + sum.step[i] * (sum.count - 1);
    sum.step[i] = sum.step[i] * -1;
  }
}

/// A sum that leaves out the start of k, or ends before all of it, has no business here: what its author
/// meant is not known well enough.
void check_whole_k(const ProductSum& sum, const Operand& x, const Operand& y, const Symbols& symbols) {
  const auto from_x = x.offset.divided_by(x.k_step), from_y = y.offset.divided_by(y.k_step);
  if (from_x && from_y && *from_x == *from_y && !from_x->is_zero())
    reject("its sum leaves out the first products");
  if (sum.count.is_constant()) return;
  bool in_part = sum.count.constant() != 0;
  for (const Polynomial::Term& term : sum.count.terms()) {
    for (const Symbol symbol : symbols_of(term.monomial)) {
      const SymbolInfo& row = symbols[symbol];
      if (row.kind != SymbolKind::quotient) continue;
      const Polynomial whole = row.right * Polynomial::symbol(symbol);
      in_part |= !Polynomial::term(term.monomial, term.coefficient).divided_by(whole).has_value();
    }
  }
  if (in_part) reject("its sum is over a part of the operands");
}

std::vector<Variable> variables_in(const StoreFamily& family, std::size_t operand, std::size_t other) {
  std::vector<Variable> result;
  for (const Variable& variable : family.variables) {
    const bool here = !family.polynomials[operand].coefficient_of(variable.symbol).is_zero();
    const bool there = !family.polynomials[other].coefficient_of(variable.symbol).is_zero();
    if (here && there) reject("both factors depend on the same index of the output");
    if (!here && !there) reject("the output repeats itself");
    if (here) result.push_back(variable);
  }
  return result;
}

/// Whether the axis is the one to have the columns, where strides do not tell.
bool is_first(const Axis& axis, const Symbols& symbols) {
  if (axis.empty()) return true;
  return std::ranges::any_of(axis.variables, [&](const Variable& variable) {
    return symbols.depends(Polynomial::symbol(variable.symbol), [&](Symbol symbol) {
      const SymbolInfo& row = symbols[symbol];
      const bool is_id = row.kind == SymbolKind::global_id || row.kind == SymbolKind::local_id;
      return is_id && row.index == 0;
    });
  });
}

/// Elements of C along its rows are next to each other, as far as that can be known only at enqueue.
void require_contiguous(const Axis& columns, Symbols& symbols) {
  constexpr const char* kReason = "the output is contiguous neither by rows nor by columns";
  const Polynomial step = symbols.whole_quotient(columns.steps[0], kElement, kReason);
  if (!may_be_one(step)) reject(kReason);
  symbols.require_zero(step - 1, kReason);
}

}  // namespace

Recognition match_product(Analysis& analysis) {
  Symbols& symbols = analysis.symbols;
  std::vector<Polynomials> points;
  std::optional<StoredValue> common;
  const std::uint32_t target = analysis.outputs.front().object;
  for (const Output& output : analysis.outputs) {
    if (output.object != target) reject("it stores to several buffers");
    if (output.size != kElement) reject("it does not store floats");
    const StoredValue value = Parser(analysis, output).parse();
    if (!common) common = value;
    if (!(value.alpha == common->alpha) || !(value.beta == common->beta) ||
        value.starts_from_c != common->starts_from_c || !same_sum(value.sum, common->sum))
      reject("its stores are computed in different ways");
    Polynomials& point = points.emplace_back(Polynomials{output.address});
    point.insert(point.end(), value.sum.start.begin(), value.sum.start.end());
  }
  require_ascending(common->sum, points);
  analysis.expressions.set_place(analysis.outputs.front().place);
  const ProductSum& sum = common->sum;
  if (sum.x == target || sum.y == target) reject("a factor is read from the output");
  if (!sum.has_step) reject("it computes no product");
  for (const Polynomial& step : sum.step)
    if (!symbols.is_known(step)) reject("an index is not linear");
  if (!symbols.is_known(sum.count)) reject("the length of the sum differs between elements");

  const StoreFamily family = gather_stores(analysis, std::move(points));
  const Polynomials& all = family.polynomials;
  Axis x_axis = make_axis(variables_in(family, 1, 2), {all[0], all[1]}, symbols);
  Axis y_axis = make_axis(variables_in(family, 2, 1), {all[0], all[2]}, symbols);
  for (std::size_t i = family.first_condition; i < all.size(); ++i) {
    if (!limit_axis(all[i], {&x_axis, &y_axis}, symbols))
      symbols.require_not_negative(all[i], "a store depends on a condition it does not know");
  }
  const Polynomials starts(all.begin() + 1,
                           all.begin() + static_cast<std::ptrdiff_t>(family.first_condition));
  const Polynomial k = limited_k(sum, starts, symbols);
  // C plus no product is C to the last bit, which QPUs do not keep of denormals, NaN and -0.
  if (common->beta == Scalar{}) symbols.require_not_negative(k - 1, "it adds nothing to the output");
  require_all_ids(analysis, family.variables);

  // The operand whose index is contiguous in C has the columns.
  const auto contiguous = [](const Axis& axis) {
    return !axis.empty() && axis.steps[0] == Polynomial(kElement);
  };
  const bool x_has_columns = contiguous(x_axis) || (!contiguous(y_axis) && is_first(x_axis, symbols));
  const Operand x{sum.x, without(all[1], family.variables), x_axis.empty() ? Polynomial() : x_axis.steps[1],
                  sum.step[0]};
  const Operand y{sum.y, without(all[2], family.variables), y_axis.empty() ? Polynomial() : y_axis.steps[1],
                  sum.step[1]};
  check_whole_k(sum, x, y, symbols);
  const Operand &a = x_has_columns ? y : x, &b = x_has_columns ? x : y;
  const Axis &rows = x_has_columns ? y_axis : x_axis, &columns = x_has_columns ? x_axis : y_axis;
  if (!columns.empty() && !contiguous(columns)) require_contiguous(columns, symbols);
  const Polynomial m = rows.limited_size(symbols), n = columns.limited_size(symbols);
  const Placement a_place = place(a, !rows.empty(), k, symbols),
                  b_place = place(b, !columns.empty(), k, symbols);
  const Polynomial ldc = rows.empty() ? n : symbols.whole_quotient(rows.steps[0], kElement, kRowInPart);

  const bool stepwise = common->starts_from_c || sum.scaled != ProductSum::Scaled::sum;
  RecognitionWriter writer(stepwise ? BuiltinKernel::sgemm_stepwise : BuiltinKernel::sgemm, symbols);
  writer.integer(a_place.k_is_apart);
  writer.integer(Polynomial(1) - b_place.k_is_apart);
  writer.integer(m);
  writer.integer(n);
  writer.integer(k);
  writer.binding({common->alpha.kind, common->alpha.value, 0});
  writer.buffer(analysis.objects[a.object], a.offset);
  writer.integer(a_place.leading);
  writer.buffer(analysis.objects[b.object], b.offset);
  writer.integer(b_place.leading);
  writer.binding({common->beta.kind, common->beta.value, 0});
  writer.buffer(analysis.objects[target], without(all[0], family.variables));
  writer.integer(ldc);
  if (stepwise) {
    writer.integer(common->starts_from_c ? 1 : 0);
    writer.integer(static_cast<std::int64_t>(scaled_operand(sum.scaled, x_has_columns)));
  }
  writer.global(0, n);
  writer.global(1, m);
  return writer.finish(analysis, family.variables);
}

}  // namespace quadcl::compiler::recognise
