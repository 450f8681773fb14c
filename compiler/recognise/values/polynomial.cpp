// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/polynomial.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

constexpr unsigned kSymbolBits = 16;
constexpr unsigned kDegree = 4;
constexpr Polynomial::Monomial kSymbolMask = 0xffff;

constexpr unsigned kTopBits = kSymbolBits * (kDegree - 1);

Polynomial::Monomial monomial_of(Symbol symbol) { return Polynomial::Monomial{symbol} << kTopBits; }

/// Merges two descending lists of symbols.
Polynomial::Monomial multiply(Polynomial::Monomial x, Polynomial::Monomial y) {
  Polynomial::Monomial result = 0;
  for (unsigned place = 0; place < kDegree; ++place) {
    Polynomial::Monomial& larger = x >= y ? x : y;
    result |= larger >> kTopBits << (kTopBits - kSymbolBits * place);
    larger <<= kSymbolBits;
  }
  if ((x | y) != 0) reject("index arithmetic of too high a degree");
  return result;
}

bool has_symbol(Polynomial::Monomial monomial, Symbol symbol) {
  for (; monomial != 0; monomial <<= kSymbolBits)
    if (monomial >> kTopBits == symbol) return true;
  return false;
}

/// x without the symbols of y; empty if it lacks one.
std::optional<Polynomial::Monomial> divide(Polynomial::Monomial x, Polynomial::Monomial y) {
  Polynomial::Monomial result = 0;
  unsigned place = kTopBits;
  for (; x != 0; x <<= kSymbolBits) {
    const Polynomial::Monomial top = x >> kTopBits;
    if (top == y >> kTopBits) {
      y <<= kSymbolBits;
    } else {
      result |= top << place;
      place -= kSymbolBits;
    }
  }
  return y == 0 ? std::optional(result) : std::nullopt;
}

[[noreturn]] void reject_overflow() { reject("index arithmetic with numbers beyond 64 bits"); }

std::int64_t times(std::int64_t x, std::int64_t y) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(x, y, &product)) reject_overflow();
  return product;
}

}  // namespace

void reject(std::string reason, const llvm::DILocation* where) { throw Rejected{std::move(reason), where}; }

llvm::SmallVector<Symbol, 4> symbols_of(Polynomial::Monomial monomial) {
  llvm::SmallVector<Symbol, 4> symbols;
  for (unsigned i = 0; i < kDegree; ++i) {
    const auto symbol = static_cast<Symbol>(monomial >> (kTopBits - kSymbolBits * i) & kSymbolMask);
    if (symbol != 0) symbols.push_back(symbol);
  }
  return symbols;
}

void for_each_symbol(const Polynomial& polynomial, const std::function<void(Symbol)>& function) {
  for (const Polynomial::Term& term : polynomial.terms())
    for (const Symbol symbol : symbols_of(term.monomial)) function(symbol);
}

Symbol symbol_of(const Polynomial::Term& term) {
  return term.monomial << kSymbolBits == 0 ? static_cast<Symbol>(term.monomial >> kTopBits) : Symbol{0};
}

Symbol find_symbol(const Polynomial& polynomial, const std::function<bool(Symbol)>& test) {
  Symbol found = 0;
  for_each_symbol(polynomial, [&](Symbol symbol) {
    if (test(symbol)) found = symbol;
  });
  return found;
}

Symbol Polynomial::as_symbol() const {
  return terms_.size() == 1 && terms_[0].coefficient == 1 ? symbol_of(terms_[0]) : Symbol{0};
}

Polynomial::Polynomial(std::int64_t constant) {
  if (constant != 0) terms_.push_back({0, constant});
}

Polynomial Polynomial::symbol(Symbol symbol) { return term(monomial_of(symbol), 1); }

Polynomial Polynomial::term(Monomial monomial, std::int64_t coefficient) {
  Polynomial result;
  if (coefficient != 0) result.terms_.push_back({monomial, coefficient});
  return result;
}

bool Polynomial::is_constant() const {
  return terms_.empty() || (terms_.size() == 1 && terms_[0].monomial == 0);
}

std::int64_t Polynomial::constant() const {
  return !terms_.empty() && terms_[0].monomial == 0 ? terms_[0].coefficient : 0;
}

Polynomial& Polynomial::operator+=(const Term& term) {
  auto* place = std::lower_bound(terms_.begin(), terms_.end(), term,
                                 [](const Term& x, const Term& y) { return x.monomial < y.monomial; });
  if (place == terms_.end() || place->monomial != term.monomial) {
    if (term.coefficient != 0) terms_.insert(place, term);
    return *this;
  }
  if (__builtin_add_overflow(place->coefficient, term.coefficient, &place->coefficient)) reject_overflow();
  if (place->coefficient == 0) terms_.erase(place);
  return *this;
}

/// This plus a multiple of another: merges the terms of both.
Polynomial Polynomial::plus(const Polynomial& other, std::int64_t factor) const {
  Polynomial result;
  const Term* x = terms_.begin();
  const auto copy_up_to = [&](const Term* end) {
    result.terms_.append(x, end);
    x = end;
  };
  for (const Term& y : other.terms_) {
    const Term* place = x;
    while (place != terms_.end() && place->monomial < y.monomial) ++place;
    copy_up_to(place);
    std::int64_t coefficient = times(y.coefficient, factor);
    if (x != terms_.end() && x->monomial == y.monomial) {
      if (__builtin_add_overflow(coefficient, x->coefficient, &coefficient)) reject_overflow();
      ++x;
    }
    if (coefficient != 0) result.terms_.push_back({y.monomial, coefficient});
  }
  copy_up_to(terms_.end());
  return result;
}

Polynomial Polynomial::operator+(const Polynomial& other) const { return plus(other, 1); }

Polynomial Polynomial::operator-(const Polynomial& other) const { return plus(other, -1); }

Polynomial Polynomial::operator*(const Polynomial& other) const {
  Polynomial result;
  for (const Term& x : terms_)
    for (const Term& y : other.terms_)
      result += {multiply(x.monomial, y.monomial), times(x.coefficient, y.coefficient)};
  return result;
}

std::optional<Polynomial> Polynomial::divided_by(const Polynomial& divisor) const {
  if (divisor.is_zero()) return {};
  Polynomial quotient, rest = *this;
  // Each step removes the leading term of the rest.
  const Term& lead = divisor.terms_.back();
  while (!rest.is_zero()) {
    const Term& top = rest.terms_.back();
    const auto monomial = divide(top.monomial, lead.monomial);
    if (!monomial || top.coefficient % lead.coefficient != 0) return {};
    const Polynomial part = term(*monomial, top.coefficient / lead.coefficient);
    quotient = quotient + part;
    const Polynomial next = rest - part * divisor;
    if (!next.is_zero() && next.terms_.back().monomial >= top.monomial) return {};
    rest = next;
  }
  return quotient;
}

Polynomial::Division Polynomial::split_by(const Polynomial& divisor) const {
  if (divisor.is_constant() && divisor.constant() > 0) return split_by(divisor.constant());
  Division result;
  for (const Term& t : terms_) {
    if (const auto part = term(t.monomial, t.coefficient).divided_by(divisor)) {
      result.whole = result.whole + *part;
    } else {
      result.rest += t;
    }
  }
  return result;
}

/// Rounds down. A negative term that is no multiple stays in the rest, unless it is the constant.
Polynomial::Division Polynomial::split_by(std::int64_t divisor) const {
  Division result;
  for (const Term& t : terms_) {
    std::int64_t down = t.coefficient / divisor - (t.coefficient % divisor < 0 ? 1 : 0);
    const bool divides = t.coefficient % divisor == 0 || t.monomial == 0 || t.coefficient > 0;
    if (!divides) down = 0;
    result.whole += {t.monomial, down};
    result.rest += {t.monomial, t.coefficient - down * divisor};
  }
  return result;
}

bool Polynomial::contains(Symbol symbol) const {
  return llvm::any_of(terms_, [&](const Term& term) { return has_symbol(term.monomial, symbol); });
}

Polynomial Polynomial::coefficient_of(Symbol symbol, Polynomial* rest) const {
  Polynomial result;
  const Monomial alone = monomial_of(symbol);
  for (const Term& t : terms_) {
    if (!has_symbol(t.monomial, symbol)) {
      if (rest != nullptr) *rest += t;
      continue;
    }
    const auto others = divide(t.monomial, alone);
    if (has_symbol(*others, symbol)) reject("an index is not linear");
    result += {*others, t.coefficient};
  }
  return result;
}

std::size_t Polynomial::hash() const {
  std::size_t result = terms_.size();
  for (const Term& term : terms_) {
    result = result * 0x9e3779b97f4a7c15ULL + term.monomial;
    result = result * 0x9e3779b97f4a7c15ULL + static_cast<std::size_t>(term.coefficient);
  }
  return result;
}

}  // namespace quadcl::compiler::recognise
