// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/symbols.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <limits>

namespace quadcl::compiler::recognise {
namespace {

bool is_operation(SymbolKind kind) { return kind >= SymbolKind::quotient && kind <= SymbolKind::minimum; }

/// An NDRange that runs has at least one of each.
bool is_positive(SymbolKind kind) {
  return kind == SymbolKind::global_size || kind == SymbolKind::local_size || kind == SymbolKind::group_count;
}

bool add_once(std::vector<Polynomial>& list, const Polynomial& polynomial) {
  if (std::find(list.begin(), list.end(), polynomial) != list.end()) return false;
  list.push_back(polynomial);
  return true;
}

}  // namespace

Symbol Symbols::add(SymbolInfo info) {
  if (rows_.size() >= std::numeric_limits<Symbol>::max()) reject("too many different quantities");
  rows_.push_back(std::move(info));
  return static_cast<Symbol>(rows_.size() - 1);
}

Symbol Symbols::get(SymbolKind kind, unsigned index) {
  for (std::size_t i = 1; i < rows_.size(); ++i)
    if (rows_[i].kind == kind && rows_[i].index == index) return static_cast<Symbol>(i);
  SymbolInfo info{kind, index, {}, {}, {}};
  if (kind == SymbolKind::group_id) info.count = value(SymbolKind::group_count, index);
  if (kind == SymbolKind::local_id) info.count = value(SymbolKind::local_size, index);
  if (kind == SymbolKind::global_id) info.count = value(SymbolKind::global_size, index);
  return add(std::move(info));
}

Symbol Symbols::make_counter() { return add({SymbolKind::counter, 0, {}, {}, {}}); }

std::optional<StridedIndex> Symbols::strided_index(Symbol counter) {
  const Polynomial count = rows_[counter].count;
  if (count.terms().size() > 2 || count.is_zero()) return {};
  // The count is (n - 1 - id + stride) / stride; whole strides may stand outside of the quotient.
  std::optional<Symbol> quotient;
  for_each_symbol(count, [&](Symbol symbol) {
    if (rows_[symbol].kind == SymbolKind::quotient) quotient = symbol;
  });
  if (!quotient) return {};
  const SymbolInfo row = rows_[*quotient];
  const Polynomial whole = count - Polynomial::symbol(*quotient);
  if (!whole.is_constant()) return {};
  const Polynomial dividend = row.left + whole * row.right;
  for (const Polynomial::Term& term : dividend.terms()) {
    const auto factors = symbols_of(term.monomial);
    if (factors.size() != 1 || is_known(factors[0]) || term.coefficient != -1) continue;
    const Polynomial size = dividend + Polynomial::symbol(factors[0]) - row.right + 1;
    if (!is_known(size)) return {};
    const Symbol index = make_counter();
    rows_[index].count = size;
    return StridedIndex{factors[0], index, row.right};
  }
  return {};
}

Symbol Symbols::digit(unsigned place, std::int64_t count) {
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    const SymbolInfo& row = rows_[i];
    if (row.kind == SymbolKind::digit && row.index == place && row.count == Polynomial(count))
      return static_cast<Symbol>(i);
  }
  return add({SymbolKind::digit, place, {}, {}, Polynomial(count)});
}

Symbol Symbols::operation(SymbolKind kind, const Polynomial& left, const Polynomial& right) {
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    const SymbolInfo& row = rows_[i];
    if (row.kind == kind && row.left == left && row.right == right) return static_cast<Symbol>(i);
  }
  return add({kind, 0, left, right, {}});
}

/// dividend = whole * divisor + rest, with as much in `whole` as divides term by term.
void Symbols::split(const Polynomial& dividend, const Polynomial& divisor, Polynomial& whole,
                    Polynomial& rest) {
  for (const Polynomial::Term& term : dividend.terms()) {
    const Polynomial one = Polynomial::term(term.monomial, term.coefficient);
    if (const auto part = one.divided_by(divisor)) {
      whole = whole + *part;
    } else if (term.monomial == 0 && divisor.is_constant() && divisor.constant() > 0) {
      const std::int64_t d = divisor.constant();
      const std::int64_t down = term.coefficient / d - (term.coefficient % d < 0 ? 1 : 0);
      whole = whole + Polynomial(down);
      rest = rest + Polynomial(term.coefficient - down * d);
    } else {
      rest = rest + one;
    }
  }
}

/// Takes out of the dividend what divides, if what remains is not negative; rounding down agrees with the
/// division of OpenCL C only from zero on.
Polynomial Symbols::reduce(const Polynomial& dividend, const Polynomial& divisor, Polynomial& whole) {
  if (divisor.is_constant() && divisor.constant() <= 0)
    reject("a division by a constant that is not positive");
  Polynomial rest;
  split(dividend, divisor, whole, rest);
  if (is_never_negative(lower(rest))) return rest;
  require_not_negative(dividend, "a division of a negative number");
  whole = {};
  return dividend;
}

Polynomial Symbols::quotient(const Polynomial& dividend, const Polynomial& divisor) {
  Polynomial whole;
  const Polynomial rest = reduce(dividend, divisor, whole);
  if (is_never_negative(divisor - 1 - upper(rest))) return whole;
  return whole + Polynomial::symbol(operation(SymbolKind::quotient, rest, divisor));
}

Polynomial Symbols::remainder(const Polynomial& dividend, const Polynomial& divisor) {
  Polynomial whole;
  const Polynomial rest = reduce(dividend, divisor, whole);
  if (is_never_negative(divisor - 1 - upper(rest))) return rest;
  return Polynomial::symbol(operation(SymbolKind::remainder, rest, divisor));
}

Polynomial Symbols::minimum(const Polynomial& x, const Polynomial& y) {
  if (is_never_negative(y - x)) return x;
  if (is_never_negative(x - y)) return y;
  return Polynomial::symbol(operation(SymbolKind::minimum, x, y));
}

bool Symbols::is_known(Symbol symbol) const {
  const SymbolInfo& row = rows_[symbol];
  if (is_operation(row.kind)) return is_known(row.left) && is_known(row.right);
  return row.kind < SymbolKind::quotient;
}

bool Symbols::is_known(const Polynomial& polynomial) const {
  return !depends(polynomial, [this](Symbol symbol) {
    const SymbolKind kind = rows_[symbol].kind;
    return kind > SymbolKind::minimum;
  });
}

bool Symbols::depends(const Polynomial& polynomial, const std::function<bool(Symbol)>& test) const {
  for (const Polynomial::Term& term : polynomial.terms()) {
    for (const Symbol symbol : symbols_of(term.monomial)) {
      const SymbolInfo& row = rows_[symbol];
      if (test(symbol)) return true;
      if (is_operation(row.kind) && (depends(row.left, test) || depends(row.right, test))) return true;
    }
  }
  return false;
}

bool Symbols::is_bounded(const Polynomial& polynomial) const {
  return !depends(polynomial, [this](Symbol symbol) {
    return rows_[symbol].kind == SymbolKind::counter && rows_[symbol].count.is_zero();
  });
}

Polynomial Symbols::largest(Symbol symbol) {
  const SymbolInfo row = rows_[symbol];
  switch (row.kind) {
    case SymbolKind::quotient:
      return quotient(upper(row.left), row.right);
    case SymbolKind::remainder:
      return upper(row.right) - 1;
    case SymbolKind::minimum:
      return upper(row.left);
    default:
      break;
  }
  if (row.count.is_zero()) reject("a loop counter is used where its range is not known");
  return upper(row.count - 1);
}

Polynomial Symbols::bound(const Polynomial& polynomial, bool up) {
  Polynomial result;
  for (const Polynomial::Term& term : polynomial.terms()) {
    Polynomial factor = 1;
    bool varies = false;
    for (const Symbol symbol : symbols_of(term.monomial)) {
      if (is_known(symbol)) {
        factor = factor * Polynomial::symbol(symbol);
      } else {
        varies = true;
        if (up == (term.coefficient > 0)) factor = factor * largest(symbol);
      }
    }
    // Every symbol can be zero.
    if (varies && up != (term.coefficient > 0)) continue;
    result = result + factor * Polynomial(term.coefficient);
  }
  return result;
}

bool Symbols::is_never_negative(const Polynomial& polynomial) {
  // With every size written as one plus something, all coefficients are positive.
  Polynomial shifted;
  for (const Polynomial::Term& term : polynomial.terms()) {
    Polynomial product = Polynomial(term.coefficient);
    for (const Symbol symbol : symbols_of(term.monomial)) {
      const Polynomial factor = Polynomial::symbol(symbol);
      product = product * (is_positive(rows_[symbol].kind) ? factor + 1 : factor);
    }
    shifted = shifted + product;
  }
  return std::all_of(shifted.terms().begin(), shifted.terms().end(),
                     [](const Polynomial::Term& term) { return term.coefficient >= 0; });
}

Polynomial Symbols::substitute(const Polynomial& polynomial, const Substitution& substitution) {
  Polynomial result;
  for (const Polynomial::Term& term : polynomial.terms()) {
    Polynomial product = Polynomial(term.coefficient);
    for (const Symbol symbol : symbols_of(term.monomial)) {
      const auto found = substitution.find(symbol);
      if (found != substitution.end()) {
        product = product * found->second;
        continue;
      }
      const SymbolInfo row = rows_[symbol];
      if (!is_operation(row.kind)) {
        product = product * Polynomial::symbol(symbol);
        continue;
      }
      const Polynomial left = substitute(row.left, substitution), right = substitute(row.right, substitution);
      if (left == row.left && right == row.right) {
        product = product * Polynomial::symbol(symbol);
      } else if (row.kind == SymbolKind::quotient) {
        product = product * quotient(left, right);
      } else if (row.kind == SymbolKind::remainder) {
        product = product * remainder(left, right);
      } else {
        product = product * minimum(left, right);
      }
    }
    result = result + product;
  }
  return result;
}

Polynomial Symbols::substitute_outside(const Polynomial& polynomial, const Substitution& substitution) const {
  Polynomial result;
  for (const Polynomial::Term& term : polynomial.terms()) {
    Polynomial product = Polynomial(term.coefficient);
    for (const Symbol symbol : symbols_of(term.monomial)) {
      const auto found = substitution.find(symbol);
      product = product * (found != substitution.end() ? found->second : Polynomial::symbol(symbol));
    }
    result = result + product;
  }
  return result;
}

void Symbols::require_zero(const Polynomial& polynomial, const char* reason) {
  if (polynomial.is_zero()) return;
  if (polynomial.is_constant() || !is_known(polynomial)) reject(reason);
  add_once(conditions_.zero, polynomial);
}

void Symbols::require_not_negative(const Polynomial& polynomial, const char* reason) {
  const Polynomial least = lower(polynomial);
  if (is_never_negative(least)) return;
  if (least.is_constant()) reject(reason);
  add_once(conditions_.not_negative, least);
}

bool Symbols::is_zero_by_conditions(const Polynomial& polynomial) const {
  if (polynomial.is_zero()) return true;
  return std::any_of(conditions_.zero.begin(), conditions_.zero.end(), [&](const Polynomial& zero) {
    return zero == polynomial || (zero + polynomial).is_zero();
  });
}

}  // namespace quadcl::compiler::recognise
