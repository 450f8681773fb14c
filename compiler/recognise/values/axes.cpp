// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/axes.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {

Polynomials difference(const Polynomials& x, const Polynomials& y) {
  Polynomials result;
  for (std::size_t i = 0; i < x.size(); ++i) result.push_back(x[i] - y[i]);
  return result;
}

namespace {

/// How many points from `first` on are one step apart.
std::size_t run_length(const std::vector<Polynomials>& points, std::size_t first, const Polynomials& step) {
  std::size_t length = 1;
  while (first + length < points.size() &&
         difference(points[first + length], points[first + length - 1]) == step)
    ++length;
  return length;
}

/// The step of the variable in each polynomial.
Polynomials steps_of(Symbol symbol, const Polynomials& polynomials) {
  Polynomials steps;
  for (const Polynomial& polynomial : polynomials) steps.push_back(polynomial.coefficient_of(symbol));
  return steps;
}

/// The factor by which all of `steps` are multiples of `unit`, if there is one.
std::optional<Polynomial> ratio(const Polynomials& steps, const Polynomials& unit) {
  std::optional<Polynomial> result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (unit[i].is_zero() && steps[i].is_zero()) continue;
    const auto quotient = steps[i].divided_by(unit[i]);
    if (!quotient || (result && *result != *quotient)) return {};
    result = quotient;
  }
  return result;
}

struct Weighted {
  Variable variable;
  Polynomial weight;
};

/// The variable whose steps divide those of all others, with the others' weights.
std::optional<std::vector<Weighted>> weigh(const std::vector<Variable>& variables,
                                           const Polynomials& polynomials) {
  for (const Variable& unit : variables) {
    const Polynomials unit_steps = steps_of(unit.symbol, polynomials);
    std::vector<Weighted> weighted;
    for (const Variable& variable : variables) {
      const auto weight = ratio(steps_of(variable.symbol, polynomials), unit_steps);
      if (!weight) break;
      weighted.push_back({variable, *weight});
    }
    if (weighted.size() == variables.size()) return weighted;
  }
  return {};
}

/// Whether x is certainly the smaller weight.
bool is_lighter(const Polynomial& x, const Polynomial& y) {
  if (x.is_constant() && y.is_constant()) return x.constant() < y.constant();
  return y.divided_by(x).has_value() && !x.divided_by(y).has_value();
}

/// Takes the next digit out of the list: one whose weight is the size so far, or else the lightest.
Weighted take_next(std::vector<Weighted>& rest, const Polynomial& size) {
  auto next = llvm::find_if(rest, [&](const Weighted& one) { return one.weight == size; });
  if (next == rest.end())
    next = std::min_element(rest.begin(), rest.end(), [](const Weighted& x, const Weighted& y) {
      return is_lighter(x.weight, y.weight);
    });
  Weighted taken = *next;
  rest.erase(next);
  return taken;
}

/// How many values a dividend takes. Requires that it is an index that takes all values from 0 on.
Polynomial size_of_dividend(const Polynomial& dividend, const std::function<bool(Symbol)>& varies,
                            Symbols& symbols) {
  const auto variables = variables_of({dividend}, varies, symbols);
  if (!without(dividend, variables).is_zero()) reject("a division of an index that does not start at 0");
  const Axis axis = make_axis(variables, {dividend}, symbols);
  if (axis.empty() || !(axis.steps[0] - 1).is_zero()) reject("a division of an index that has gaps");
  return axis.size;
}

}  // namespace

std::optional<Progression> as_progression(std::vector<Polynomials> points, Symbols& symbols) {
  Progression result;
  while (points.size() > 1) {
    const Polynomials step = difference(points[1], points[0]);
    const std::size_t length = run_length(points, 0, step);
    if (points.size() % length != 0) return {};
    const Symbol digit =
        symbols.digit(static_cast<unsigned>(result.digits.size()), static_cast<std::int64_t>(length));
    std::vector<Polynomials> starts;
    for (std::size_t first = 0; first < points.size(); first += length) {
      if (run_length(points, first, step) < length) return {};
      Polynomials start = points[first];
      for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = start[i] + step[i] * Polynomial::symbol(digit);
      starts.push_back(std::move(start));
    }
    points = std::move(starts);
    result.digits.push_back(digit);
  }
  result.access = std::move(points.front());
  return result;
}

std::vector<Variable> variables_of(const Polynomials& polynomials, const std::function<bool(Symbol)>& varies,
                                   Symbols& symbols) {
  std::vector<Symbol> found;
  for (const Polynomial& polynomial : polynomials) {
    for_each_symbol(polynomial, [&](Symbol symbol) {
      if (!llvm::is_contained(found, symbol) && symbols.depends(Polynomial::symbol(symbol), varies))
        found.push_back(symbol);
    });
  }
  std::vector<Variable> variables;
  for (const Symbol symbol : found) {
    const SymbolInfo row = symbols[symbol];
    if (!is_division(row.kind)) {
      if (!varies(symbol)) reject("an index is not linear");
      if (row.count.is_zero()) reject("a loop counter is used where its range is not known");
      variables.push_back({symbol, row.count});
      continue;
    }
    if (!symbols.is_known(row.right)) reject("a division by a value that is not known at enqueue");
    const Polynomial size = size_of_dividend(row.left, varies, symbols);
    symbols.require_zero(symbols.remainder(size, row.right), "a division with a remainder at the end");
    variables.push_back(
        {symbol, row.kind == SymbolKind::remainder ? row.right : symbols.quotient(size, row.right)});
    // The symbols of the dividend may not occur elsewhere.
    for (const Symbol other : found) {
      if (symbols[other].left == row.left && is_division(symbols[other].kind) &&
          symbols[other].right == row.right)
        continue;
      const bool shared = symbols.depends(row.left, [&](Symbol part) {
        return varies(part) && symbols.depends(Polynomial::symbol(other), part);
      });
      if (shared) reject("an index is used whole and divided");
    }
  }
  return variables;
}

bool tell(const std::vector<Variable>& variables, Symbol symbol, const Symbols& symbols) {
  return llvm::any_of(variables, [&](const Variable& variable) {
    if (variable.symbol == symbol) return true;
    const SymbolInfo& row = symbols[variable.symbol];
    if (row.kind != SymbolKind::remainder || !symbols.depends(row.left, symbol)) return false;
    return llvm::any_of(variables, [&](const Variable& other) {
      const SymbolInfo& part = symbols[other.symbol];
      return part.kind == SymbolKind::quotient && part.left == row.left && part.right == row.right;
    });
  });
}

Polynomial Axis::limited_size(Symbols& symbols) const {
  Polynomial result = size;
  for (const Polynomial& limit : limits) {
    symbols.require_not_negative(limit, "a size may be negative");
    result = symbols.minimum(result, limit);
  }
  return result;
}

Axis make_axis(const std::vector<Variable>& variables, const Polynomials& polynomials, Symbols& symbols) {
  Axis axis;
  axis.steps.resize(polynomials.size());
  if (variables.empty()) return axis;
  auto rest = weigh(variables, polynomials);
  if (!rest) reject("ids and counters do not make up one index");
  while (!rest->empty()) {
    const Weighted next = take_next(*rest, axis.size);
    if (axis.empty()) {
      axis.steps = steps_of(next.variable.symbol, polynomials);
      for (const Polynomial& step : axis.steps)
        if (!symbols.is_known(step)) reject("an index is not linear");
    }
    symbols.require_zero(next.weight - axis.size, "an index may have gaps or repeats");
    axis.variables.push_back(next.variable);
    axis.weights.push_back(next.weight);
    axis.size = axis.size * next.variable.count;
  }
  return axis;
}

Polynomial without(const Polynomial& polynomial, const std::vector<Variable>& variables) {
  Polynomial result = polynomial;
  for (const Variable& variable : variables) {
    Polynomial rest;
    result.coefficient_of(variable.symbol, &rest);
    result = rest;
  }
  return result;
}

}  // namespace quadcl::compiler::recognise
