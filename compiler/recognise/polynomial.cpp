// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/polynomial.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
namespace {

constexpr unsigned kSymbolBits = 16;
constexpr unsigned kDegree = 4;
constexpr Polynomial::Monomial kSymbolMask = 0xffff;

Polynomial::Monomial make_monomial(llvm::SmallVector<Symbol, 8> symbols) {
  if (symbols.size() > kDegree) reject("index arithmetic of too high a degree");
  std::sort(symbols.begin(), symbols.end(), std::greater<>());
  Polynomial::Monomial monomial = 0;
  for (unsigned i = 0; i < symbols.size(); ++i)
    monomial |= Polynomial::Monomial{symbols[i]} << (kSymbolBits * (kDegree - 1 - i));
  return monomial;
}

Polynomial::Monomial multiply(Polynomial::Monomial x, Polynomial::Monomial y) {
  if (x == 0) return y;
  if (y == 0) return x;
  llvm::SmallVector<Symbol, 8> symbols;
  for (const Symbol symbol : symbols_of(x)) symbols.push_back(symbol);
  for (const Symbol symbol : symbols_of(y)) symbols.push_back(symbol);
  return make_monomial(std::move(symbols));
}

bool has_symbol(Polynomial::Monomial monomial, Symbol symbol) {
  for (; monomial != 0; monomial <<= kSymbolBits)
    if (monomial >> (kSymbolBits * (kDegree - 1)) == symbol) return true;
  return false;
}

std::optional<Polynomial::Monomial> divide(Polynomial::Monomial x, Polynomial::Monomial y) {
  if (y == 0) return x;
  llvm::SmallVector<Symbol, 8> left;
  for (const Symbol symbol : symbols_of(x)) left.push_back(symbol);
  for (const Symbol symbol : symbols_of(y)) {
    const auto found = std::find(left.begin(), left.end(), symbol);
    if (found == left.end()) return {};
    left.erase(found);
  }
  return make_monomial(std::move(left));
}

}  // namespace

void reject(std::string reason) { throw Rejected{std::move(reason)}; }

llvm::SmallVector<Symbol, 4> symbols_of(Polynomial::Monomial monomial) {
  llvm::SmallVector<Symbol, 4> symbols;
  for (unsigned i = 0; i < kDegree; ++i) {
    const auto symbol = static_cast<Symbol>(monomial >> (kSymbolBits * (kDegree - 1 - i)) & kSymbolMask);
    if (symbol != 0) symbols.push_back(symbol);
  }
  return symbols;
}

void for_each_symbol(const Polynomial& polynomial, const std::function<void(Symbol)>& function) {
  for (const Polynomial::Term& term : polynomial.terms())
    for (const Symbol symbol : symbols_of(term.monomial)) function(symbol);
}

Polynomial::Polynomial(std::int64_t constant) {
  if (constant != 0) terms_.push_back({0, constant});
}

Polynomial Polynomial::symbol(Symbol symbol) { return term(make_monomial({symbol}), 1); }

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

void Polynomial::add(const Term& term) {
  auto* place = std::lower_bound(terms_.begin(), terms_.end(), term,
                                 [](const Term& x, const Term& y) { return x.monomial < y.monomial; });
  if (place == terms_.end() || place->monomial != term.monomial) {
    if (term.coefficient != 0) terms_.insert(place, term);
    return;
  }
  if (__builtin_add_overflow(place->coefficient, term.coefficient, &place->coefficient))
    reject("index arithmetic with numbers beyond 64 bits");
  if (place->coefficient == 0) terms_.erase(place);
}

Polynomial Polynomial::operator+(const Polynomial& other) const {
  Polynomial result = *this;
  for (const Term& term : other.terms_) result.add(term);
  return result;
}

Polynomial Polynomial::operator-(const Polynomial& other) const { return *this + other * -1; }

Polynomial Polynomial::operator*(const Polynomial& other) const {
  Polynomial result;
  for (const Term& x : terms_) {
    for (const Term& y : other.terms_) {
      std::int64_t coefficient = 0;
      if (__builtin_mul_overflow(x.coefficient, y.coefficient, &coefficient))
        reject("index arithmetic with numbers beyond 64 bits");
      result.add({multiply(x.monomial, y.monomial), coefficient});
    }
  }
  return result;
}

std::optional<Polynomial> Polynomial::divided_by(const Polynomial& divisor) const {
  if (divisor.is_zero()) return {};
  Polynomial quotient, rest = *this;
  // Division by the leading term; each step removes the leading term of the rest.
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
  Division result;
  const std::int64_t constant = divisor.is_constant() ? divisor.constant() : 0;
  for (const Term& t : terms_) {
    const Polynomial one = term(t.monomial, t.coefficient);
    if (const auto part = one.divided_by(divisor)) {
      result.whole = result.whole + *part;
    } else if (constant > 0 && (t.monomial == 0 || t.coefficient > 0)) {
      const std::int64_t down = t.coefficient / constant - (t.coefficient % constant < 0 ? 1 : 0);
      result.whole = result.whole + term(t.monomial, down);
      result.rest = result.rest + term(t.monomial, t.coefficient - down * constant);
    } else {
      result.rest = result.rest + one;
    }
  }
  return result;
}

bool Polynomial::contains(Symbol symbol) const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [&](const Term& term) { return has_symbol(term.monomial, symbol); });
}

Polynomial Polynomial::coefficient_of(Symbol symbol, Polynomial* rest) const {
  Polynomial result;
  const Monomial alone = make_monomial({symbol});
  for (const Term& t : terms_) {
    if (!has_symbol(t.monomial, symbol)) {
      if (rest != nullptr) rest->add(t);
      continue;
    }
    const auto others = divide(t.monomial, alone);
    if (has_symbol(*others, symbol)) reject("an index is not linear");
    result.add({*others, t.coefficient});
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
