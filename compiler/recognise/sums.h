// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/axes.h"
#include "compiler/recognise/expressions.h"

namespace quadcl::compiler::recognise {

/// A sum over k = 0 to count - 1 of the product of two loads: element k of each polynomial is start + k *
/// step.
struct ProductSum {
  std::uint32_t x = 0, y = 0;  ///< the objects loaded from
  Node scalar = 0;             ///< a factor of every product, if there is one
  /// What the factor multiplies before anything else; any of these if the source allows that.
  enum class Scaled : std::uint8_t { sum, x, y } scaled = Scaled::sum;
  /// The addresses of x and y, then what must not be negative for x to count, then for y; elsewhere the
  /// factor is zero.
  Polynomials start, step;
  std::size_t x_conditions = 0, y_conditions = 0;
  Polynomial count = 1;
  bool has_step = false;     ///< false for a single product
  bool reorderable = false;  ///< the source allows any order of the products
};

/// Reads `node` as such a sum, its terms in the order of k unless the source allows any order. Conditions in
/// `given` hold. Rejects everything else.
ProductSum read_product_sum(Node node, const std::vector<Condition>& given, Symbols& symbols,
                            Expressions& expressions);

/// Whether an accumulator of its own is part of the expression.
bool has_partial_sum(Node node, const Expressions& expressions);

/// Appends to `conditions` what must hold for the load under the node to count; the factor is 0 otherwise.
/// Returns the load.
Node strip_conditions(Node node, std::vector<Condition>& conditions, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
