// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/match/sums.h"

namespace quadcl::compiler::recognise {

namespace {

constexpr std::uint32_t kElement = 4;

class Reader {
 public:
  Reader(KernelStores& stores, const BufferStore& output)
      : stores_(stores), expressions_(stores.expressions), output_(output) {}

  StoredValue read() {
    StoredValue value = no_scalars();
    given_ = expressions_.conjuncts(output_.path.conditions);
    const Node inside = require_conditions(output_.value, given_, stores_.symbols, expressions_);
    const Node stored = without_zero_test(inside);
    const Node product = take_beta(stored, value);
    const Node sum = value.starts_from_c ? product : take_alpha(product, value);
    value.sum = read_product_sum(sum, given_, stores_.symbols, expressions_);
    if (value.sum.scalar != 0) {
      if (value.alpha != expressions_.one()) reject("it scales its products twice");
      value.alpha = value.sum.scalar;
      // A factor of the sum alone is applied at its end, where C is added.
      if (value.sum.scaled == ProductSum::Scaled::sum) value.starts_from_c = false;
    }
    return value;
  }

 private:
  StoredValue no_scalars() const {
    StoredValue value;
    value.alpha = expressions_.one();
    value.beta = expressions_.constant(0, kElement);
    return value;
  }

  bool is_old_value(Node node) const {
    const NodeRow& row = expressions_[node];
    return row.kind == NodeKind::load && row.index == output_.object && row.size == output_.size &&
           row.address == output_.address;
  }

  /// "argument == 0 ? zero : full"
  struct ChoiceByZero {
    Node tested, zero, full;
  };
  std::optional<ChoiceByZero> choice_by_zero(NodeRow row) const {
    const ConditionRow& test = expressions_.condition(row.condition);
    const bool zero_first = test.kind == ConditionKind::float_zero;
    if (row.kind != NodeKind::select || (!zero_first && test.kind != ConditionKind::float_not_zero))
      return {};
    const Node tested = expressions_.float_argument(test.left);
    return zero_first ? ChoiceByZero{tested, row.left, row.right} : ChoiceByZero{tested, row.right, row.left};
  }

  /// The x + beta * c of "beta == 0 ? x : x + beta * c": the built-in kernel does the same.
  Node without_zero_test(Node node) {
    const NodeRow row = expressions_[node];
    if (row.kind != NodeKind::select) return node;
    const auto choice = choice_by_zero(row);
    if (!choice && conditional_addition(row, expressions_)) return node;
    StoredValue value = no_scalars();
    if (!choice || take_beta(choice->full, value) != choice->zero || value.beta != choice->tested)
      reject("what it stores is chosen on a condition");
    return choice->full;
  }

  /// The x of "beta == 0 ? 0 : x", if x is a multiple of beta.
  Node unless_beta_is_zero(Node node) const {
    const auto choice = choice_by_zero(expressions_[node]);
    if (!choice || !expressions_.is_float_zero(choice->zero)) return node;
    const NodeRow& product = expressions_[choice->full];
    const bool is_multiple = product.kind == NodeKind::multiply &&
                             (product.left == choice->tested || product.right == choice->tested);
    return is_multiple ? choice->full : node;
  }

  /// Removes the old value, or a multiple of it, from a sum, and returns the rest.
  Node take_beta(Node node, StoredValue& value) {
    const NodeRow row = expressions_[node];
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

  /// The same for -(x + beta * c) and for alpha * (x + beta * c), which becomes a sum that starts from beta *
  /// c: alpha * x and alpha * c may overflow where alpha times their sum does not.
  std::optional<Node> take_scaled_beta(const NodeRow& row, StoredValue& value) {
    const bool left_is_scalar = row.kind == NodeKind::multiply && expressions_.is_scalar(row.left);
    const Node factor = left_is_scalar ? row.left : row.right;
    const bool scales = row.kind == NodeKind::multiply && expressions_.is_scalar(factor);
    if (!scales && row.kind != NodeKind::negate) return {};
    const Node inside = row.kind == NodeKind::negate || !left_is_scalar ? row.left : row.right;
    if (expressions_[inside].kind != NodeKind::add) return {};
    StoredValue inner = no_scalars();
    const Node rest = take_beta(inside, inner);
    if (rest == inside || inner.starts_from_c) return {};
    if (row.kind == NodeKind::negate) {
      value.beta = expressions_.negated(inner.beta);
      return expressions_.negate(rest);
    }
    const Node sum = take_alpha(rest, inner), one = expressions_.one();
    const bool negates = inner.alpha == expressions_.negated(one);
    if (inner.alpha != one && !negates) return {};
    value.alpha = negates ? expressions_.negated(factor) : factor;
    value.beta = negates ? expressions_.negated(inner.beta) : inner.beta;
    value.starts_from_c = true;
    return sum;
  }

  /// A sum that starts from the old value, or a multiple of it: the same sum with a start of 0.
  std::optional<Node> without_start(Node node, StoredValue& value) {
    if (const auto beta = multiple_of_old_value(unless_beta_is_zero(node))) {
      value.beta = *beta;
      value.starts_from_c = true;
      return expressions_.constant(0, kElement);
    }
    const NodeRow row = expressions_[node];
    if (row.kind != NodeKind::sum && row.kind != NodeKind::add) return {};
    const Node old = expressions_.load(output_.object, output_.address, output_.size);
    const bool is_right = row.kind == NodeKind::add && !expressions_.contains(row.left, old);
    const auto rest = without_start(is_right ? row.right : row.left, value);
    if (!rest) return {};
    if (row.kind == NodeKind::sum) return expressions_.sum(*rest, row.counter, row.terms);
    return is_right ? expressions_.add(row.left, *rest) : expressions_.add(*rest, row.right);
  }

  std::optional<Node> multiple_of_old_value(Node node) const {
    if (is_old_value(node)) return expressions_.one();
    const NodeRow product = expressions_[node];
    if (product.kind == NodeKind::negate) {
      const auto positive = multiple_of_old_value(product.left);
      return positive ? std::optional(expressions_.negated(*positive)) : std::nullopt;
    }
    if (product.kind != NodeKind::multiply) return {};
    for (const auto& [old, factor] :
         {std::pair(product.left, product.right), std::pair(product.right, product.left)}) {
      if (!expressions_.is_scalar(factor)) continue;
      if (is_old_value(old)) return factor;
      const NodeRow& row = expressions_[old];
      if (row.kind == NodeKind::negate && is_old_value(row.left)) return expressions_.negated(factor);
    }
    return {};
  }

  /// The sum that the node is a multiple of.
  Node take_alpha(Node node, StoredValue& value) {
    const NodeRow row = expressions_[node];
    if (row.kind == NodeKind::negate) {
      const Node positive = take_alpha(row.left, value);
      value.alpha = expressions_.negated(value.alpha);
      return positive;
    }
    if (row.kind != NodeKind::multiply) return node;
    for (const auto& [factor, other] : {std::pair(row.left, row.right), std::pair(row.right, row.left)}) {
      if (!expressions_.is_scalar(factor)) continue;
      // al * -x
      const bool negates = expressions_[other].kind == NodeKind::negate;
      value.alpha = negates ? expressions_.negated(factor) : factor;
      return negates ? expressions_[other].left : other;
    }
    return node;
  }

  KernelStores& stores_;
  Expressions& expressions_;
  const BufferStore& output_;
  std::vector<Condition> given_;
};

}  // namespace

StoredValue read_stored_value(KernelStores& stores, const BufferStore& output) {
  return Reader(stores, output).read();
}

}  // namespace quadcl::compiler::recognise
