// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/match/kernel_stores.h"

namespace quadcl::compiler::recognise {

/// The sum of x * y for k from 0 to count - 1, where x and y are loads and each polynomial is start + k *
/// step.
struct ProductSum {
  std::uint32_t x = 0, y = 0;  ///< the objects loaded from
  Node scalar = 0;             ///< a factor of every product, if there is one
  /// What the scalar multiplies first; the sum if the source allows any order.
  enum class Scaled : std::uint8_t { sum, x, y } scaled = Scaled::sum;
  /// The addresses of x and y, then the conditions of x, then those of y. If a condition is negative, its
  /// factor is 0.
  Polynomials start, step;
  std::size_t x_conditions = 0, y_conditions = 0;
  Polynomial count = 1;
  bool has_step = false;  ///< false for a single product

  /// Whether both addresses descend.
  bool descends() const;
};

/// Reads `node` as such a sum; its terms may be in any order. Conditions in `given` hold. Rejects everything
/// else.
ProductSum read_product_sum(Node node, const std::vector<Condition>& given, Symbols& symbols,
                            Expressions& expressions);

/// base + (condition ? term : 0), written as "condition ? base + term : base"; the term is a product.
struct ConditionalAddition {
  Node base, term;
  Condition condition;
};
std::optional<ConditionalAddition> conditional_addition(const NodeRow& choice, Expressions& expressions);

/// value = alpha * sum + beta * what the output held; alpha may multiply one of the factors instead.
struct StoredValue {
  Node alpha, beta;  ///< made of constants and arguments
  ProductSum sum;
  bool starts_from_c = false;  ///< the sum starts from beta * what the output held
};

/// Reads a stored value as such a sum. Rejects everything else.
StoredValue read_stored_value(KernelStores& stores, const BufferStore& output);

}  // namespace quadcl::compiler::recognise
