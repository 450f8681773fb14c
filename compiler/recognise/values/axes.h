// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "compiler/recognise/values/symbols.h"

namespace quadcl::compiler::recognise {

using Polynomials = std::vector<Polynomial>;
Polynomials difference(const Polynomials& x, const Polynomials& y);

/// Several accesses as one: x, x + 4 and x + 8 are x + 4 * d, where the digit d goes from 0 to 2. There are
/// several digits if x + 100, x + 104 and x + 108 follow.
struct Progression {
  Polynomials access;  ///< with the digits in it
  std::vector<Symbol> digits;
};
/// Each point has the polynomials of one access, all of which step together. Empty if the steps differ.
std::optional<Progression> as_progression(std::vector<Polynomials> points, Symbols& symbols);

/// A quantity that takes the values 0 to count - 1, independently of all others.
struct Variable {
  Symbol symbol = 0;
  Polynomial count;
};

/// The variables that `polynomials` depend on, among the symbols for which `varies` is true. Quotient and
/// remainder of a number count as two variables in its place, under conditions that are noted.
std::vector<Variable> variables_of(const Polynomials& polynomials, const std::function<bool(Symbol)>& varies,
                                   Symbols& symbols);

/// Whether the variables tell the value of the symbol: it is one of them, or its quotient and its remainder
/// are.
bool tell(const std::vector<Variable>& variables, Symbol symbol, const Symbols& symbols);

/// Variables that are the digits of one index: it takes each value from 0 to size - 1 exactly once.
struct Axis {
  std::vector<Variable> variables;  ///< the one of weight 1 first
  std::vector<Polynomial> weights;
  Polynomials steps;  ///< what one step of the index adds to each polynomial
  Polynomial size = 1;
  std::vector<Polynomial> limits;  ///< the index is also below each of these

  bool empty() const { return variables.empty(); }
  Polynomial limited_size(Symbols& symbols) const;
};

/// Makes an axis of the variables, by what one step of each adds to the polynomials. Rejects if they are not
/// the digits of one index. Requires what is known only at a launch.
Axis make_axis(const std::vector<Variable>& variables, const Polynomials& polynomials, Symbols& symbols);

/// The polynomial without its terms in the variables.
Polynomial without(const Polynomial& polynomial, const std::vector<Variable>& variables);

}  // namespace quadcl::compiler::recognise
