// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/stored_value.h"

namespace quadcl::compiler::recognise {

Scalar Scalar::operator-() const {
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

namespace {

constexpr std::uint32_t kElement = 4;

class Reader {
 public:
  Reader(Analysis& analysis, const Output& output)
      : analysis_(analysis), expressions_(analysis.expressions), output_(output) {}

  StoredValue read() {
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

  /// x, where the node is "inside ? x : 0"; requires that all work-items are inside.
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

  /// x + beta * c, where the node is "beta == 0 ? x : x + beta * c": the built-in kernel does that.
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

  /// Takes the old value or a multiple of it off a sum, and returns the rest.
  Node take_beta(Node node, StoredValue& value) {
    const NodeRow row = expressions_[node];
    // A sum in any order may start with the old value.
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

  /// The same of alpha * (x + c) or -(x + beta * c).
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

  /// A sum that starts from the old value or a multiple of it, with 0 in its place.
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
    // The other summand must not be an accumulator of its own.
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

}  // namespace

StoredValue read_stored_value(Analysis& analysis, const Output& output) {
  return Reader(analysis, output).read();
}

}  // namespace quadcl::compiler::recognise
