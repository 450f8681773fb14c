// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace llvm {
class DILocation;
}

namespace quadcl::compiler::recognise {

/// Why a kernel is not recognised, and where in its source. Thrown and caught inside this folder.
struct Rejected {
  std::string reason;
  const llvm::DILocation* where = nullptr;  ///< null: where the work-item was then
};
[[noreturn]] void reject(std::string reason, const llvm::DILocation* where = nullptr);

/// An unknown of polynomials: a row of the table Symbols. 0 stands for none.
using Symbol = std::uint16_t;

/// An integer polynomial of degree four at most; index arithmetic of matrix kernels needs no more. Exact: if
/// a coefficient or the degree overflows, the kernel is rejected.
class Polynomial {
 public:
  /// Up to four symbols of 16 bits, in descending order from the top; 0 is the constant term.
  using Monomial = std::uint64_t;
  struct Term {
    Monomial monomial = 0;
    std::int64_t coefficient = 0;
    bool operator==(const Term&) const = default;
  };
  /// Room for the address of an element in a tile of a matrix, without an allocation.
  using Terms = llvm::SmallVector<Term, 8>;

  Polynomial() = default;
  Polynomial(std::int64_t constant);  // NOLINT(google-explicit-constructor): numbers are polynomials
  static Polynomial symbol(Symbol symbol);
  static Polynomial term(Monomial monomial, std::int64_t coefficient);

  bool is_zero() const { return terms_.empty(); }
  bool is_constant() const;
  std::int64_t constant() const;  ///< the constant term
  /// The symbol that this is, or 0.
  Symbol as_symbol() const;
  const Terms& terms() const { return terms_; }

  Polynomial operator+(const Polynomial& other) const;
  Polynomial operator-(const Polynomial& other) const;
  Polynomial operator*(const Polynomial& other) const;
  Polynomial& operator+=(const Term& term);
  bool operator==(const Polynomial& other) const { return terms_ == other.terms_; }

  /// The quotient, if this is a multiple of `divisor`.
  std::optional<Polynomial> divided_by(const Polynomial& divisor) const;

  /// This = whole * divisor + rest, where `whole` has each term that the divisor divides.
  struct Division;
  Division split_by(const Polynomial& divisor) const;
  Division split_by(std::int64_t divisor) const;

  bool contains(Symbol symbol) const;
  /// This = result * symbol + rest. Rejects if the symbol occurs squared.
  Polynomial coefficient_of(Symbol symbol, Polynomial* rest = nullptr) const;

  std::size_t hash() const;
  struct Hash {
    std::size_t operator()(const Polynomial& polynomial) const { return polynomial.hash(); }
  };

 private:
  Polynomial plus(const Polynomial& other, std::int64_t factor) const;

  Terms terms_;  // by monomial, ascending; no zero coefficients
};

struct Polynomial::Division {
  Polynomial whole, rest;
};

/// The symbols of a monomial, with repetition.
llvm::SmallVector<Symbol, 4> symbols_of(Polynomial::Monomial monomial);
/// The symbol of a term that is a number times one symbol, or 0.
Symbol symbol_of(const Polynomial::Term& term);
/// Calls the function for each symbol of each term.
void for_each_symbol(const Polynomial& polynomial, const std::function<void(Symbol)>& function);
/// The last symbol for which the test holds, or 0.
Symbol find_symbol(const Polynomial& polynomial, const std::function<bool(Symbol)>& test);

}  // namespace quadcl::compiler::recognise
