// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {
namespace {

/// Takes an expression apart into the carry and the summands that are added to it in turn.
class Terms {
 public:
  explicit Terms(Expressions& expressions) : expressions_(expressions) {}

  /// False if the node is no such sum.
  bool take_apart(Node node, Node carry) {
    std::vector<Node> spine;
    while (node != carry) {
      const auto inner = step(node, carry, spine);
      if (!inner) return false;
      node = *inner;
    }
    for (std::size_t i = spine.size(); i-- > 0;) terms.push_back(continued(spine[i], carry));
    return true;
  }

  std::vector<Node> terms;

 private:
  /// Appends the last summand of the node, and returns the rest of the sum.
  std::optional<Node> step(Node node, Node carry, std::vector<Node>& spine) {
    const NodeRow row = expressions_[node];
    switch (row.kind) {
      case NodeKind::sum:
        spine.push_back(node);
        return row.left;
      case NodeKind::select: {
        // condition ? x + y : x is x + (condition ? y : 0).
        const auto terms = conditional_terms(row);
        if (!terms) return {};
        for (std::size_t i = terms->second.size(); i-- > 0;) spine.push_back(terms->second[i]);
        return terms->first;
      }
      case NodeKind::add: {
        const bool on_left = expressions_.contains(row.left, carry);
        if (on_left == expressions_.contains(row.right, carry)) return {};
        spine.push_back(on_left ? row.right : row.left);
        return on_left ? row.left : row.right;
      }
      default:
        return {};
    }
  }

  /// Takes "condition ? x + terms : x" apart into x and the terms, each as "condition ? term : 0".
  std::optional<std::pair<Node, std::vector<Node>>> conditional_terms(const NodeRow& choice) {
    for (const bool adds_left : {true, false}) {
      const Node base = adds_left ? choice.right : choice.left,
                 longer = adds_left ? choice.left : choice.right;
      Terms inner(expressions_);
      if (!expressions_.contains(longer, base) || !inner.take_apart(longer, base)) continue;
      const Condition condition = adds_left ? choice.condition : expressions_.invert(choice.condition);
      return std::pair(base, chosen(condition, inner.terms));
    }
    return {};
  }

  /// Each term as "condition ? term : 0", also within inner loops.
  std::vector<Node> chosen(Condition condition, const std::vector<Node>& terms) {
    std::vector<Node> result;
    for (const Node term : terms) {
      const NodeRow row = expressions_[term];
      result.push_back(row.kind == NodeKind::continued_sum
                           ? expressions_.continued_sum(row.counter, chosen(condition, row.terms))
                           : expressions_.select(condition, term, expressions_.constant(0, 4)));
    }
    return result;
  }

  /// The terms of an inner loop that adds to the same accumulator, as a continued sum.
  Node continued(Node term, Node carry) {
    const NodeRow row = expressions_[term];
    if (row.kind != NodeKind::sum || !expressions_.contains(term, carry)) return term;
    return expressions_.continued_sum(row.counter, row.terms);
  }

  Expressions& expressions_;
};

}  // namespace

Node after_loop(Node carry, Node initial, Node last, Symbol counter, Expressions& expressions) {
  if (last == carry) return initial;
  Terms terms(expressions);
  if (!terms.take_apart(last, carry))
    return expressions.opaque("a loop changes a value in another way than by adding to it");
  return expressions.sum(initial, counter, std::move(terms.terms));
}

}  // namespace quadcl::compiler::recognise
