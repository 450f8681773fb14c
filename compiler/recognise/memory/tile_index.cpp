// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/tile_index.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace quadcl::compiler::recognise {
TileIndex::TileIndex(Polynomial address, std::uint32_t size, const std::function<bool(Symbol)>& differs,
                     std::vector<Symbol> limited, Symbols& symbols)
    : address_(std::move(address)), limited_(std::move(limited)) {
  skew_ = find_skew(address_, differs, symbols);
  const auto varies = [&](Symbol symbol) { return differs(symbol) || (skew_ && symbol == skew_->digit); };
  const auto variables = variables_of({address_}, varies, symbols);
  start_ = without(address_, variables);
  add_digits(variables, size, symbols);
  if (!skew_) return;
  for_each_symbol(skew_->others, [&](Symbol symbol) {
    const bool is_digit =
        llvm::any_of(digits_, [&](const Variable& digit) { return digit.symbol == symbol; });
    if (!is_digit && symbols.depends(Polynomial::symbol(symbol), differs))
      reject("two work-items may write the same element of a tile");
  });
}

/// Finds (variable + others) % modulus and puts a digit in its place. The variable takes each value below the
/// modulus once and occurs nowhere else in the address.
std::optional<TileIndex::Skew> TileIndex::find_skew(Polynomial& address,
                                                    const std::function<bool(Symbol)>& differs,
                                                    Symbols& symbols) {
  for (const Polynomial::Term& term : address.terms()) {
    for (const Symbol rotated : symbols_of(term.monomial)) {
      const SymbolInfo row = symbols[rotated];
      if (row.kind != SymbolKind::remainder || !row.right.is_constant()) continue;
      Polynomial elsewhere;
      address.coefficient_of(rotated, &elsewhere);
      for (const Polynomial::Term& part : row.left.terms()) {
        const Symbol variable = symbol_of(part);
        if (variable == 0 || part.coefficient != 1 || !differs(variable)) continue;
        const Polynomial others = row.left - Polynomial::symbol(variable);
        if (symbols.depends(elsewhere, variable) || symbols.depends(others, variable)) continue;
        if (!(symbols[variable].count == row.right) || others.is_constant()) continue;
        const Skew skew{variable, symbols.make_counter(row.right), others, row.right.constant()};
        address = symbols.substitute_outside(address, {{rotated, Polynomial::symbol(skew.digit)}});
        return skew;
      }
    }
  }
  return {};
}

void TileIndex::add_digits(const std::vector<Variable>& variables, std::uint32_t size, Symbols& symbols) {
  struct Row {
    Variable variable;
    Polynomial stride;
  };
  std::vector<Row> rows;
  for (const Variable& variable : variables)
    rows.push_back({variable, address_.coefficient_of(variable.symbol)});
  std::stable_sort(rows.begin(), rows.end(), [](const Row& x, const Row& y) {
    if (x.stride.is_constant() != y.stride.is_constant()) return x.stride.is_constant();
    if (x.stride.is_constant()) return x.stride.constant() < y.stride.constant();
    return x.stride.terms().size() == 1 && y.stride.divided_by(x.stride).has_value() &&
           !(x.stride == y.stride);
  });
  Polynomial reach = size;
  for (const Row& row : rows) {
    if (row.stride.is_constant() && row.stride.constant() <= 0) reject("a tile is written backwards");
    if (!symbols.is_known(row.stride)) reject("a tile's index is not linear");
    symbols.require_not_negative(row.stride - reach, "two work-items may write the same element of a tile");
    digits_.push_back(row.variable);
    strides_.push_back(row.stride);
    reach = row.stride * row.variable.count;
  }
}

/// If the writer counts rows by the local size and the reader by a constant, the two may be meant to be
/// equal.
static void hint_stride(const Polynomial& stride, const Polynomial& address, Symbols& symbols) {
  if (stride.terms().size() != 1) return;
  const std::int64_t unit = stride.terms()[0].coefficient;
  for (const Polynomial::Term& term : address.terms())
    if (term.coefficient > unit && term.coefficient % unit == 0)
      symbols.hint_local_size(stride, term.coefficient / unit);
}

/// Splits an offset from the start of the tile into digits, the heaviest first.
Substitution TileIndex::digits_of(Polynomial rest, Symbols& symbols) const {
  Substitution result;
  for (std::size_t i = digits_.size(); i-- > 0;) {
    const Polynomial& stride = strides_[i];
    Polynomial::Division steps = rest.split_by(stride);
    Polynomial digit = std::move(steps.whole);
    rest = std::move(steps.rest);
    if (digit.is_zero() && !stride.is_constant()) hint_stride(stride, rest, symbols);
    // The lighter digits cannot hold the rest, or they are an id with a limit that the reader may exceed. One
    // index of the reader is then several digits of the writer.
    const Polynomial held = i > 0 ? strides_[i - 1] * digits_[i - 1].count : Polynomial();
    const bool carries = i > 0 && stride.is_constant() && symbols.is_bounded(rest) &&
                         (symbols.is_never_negative(symbols.upper(rest) - held) ||
                          (held == stride && llvm::is_contained(limited_, digits_[i - 1].symbol) &&
                           !symbols.is_within(rest, stride)));
    if (carries) {
      digit = digit + symbols.quotient(rest, stride);
      rest = symbols.remainder(rest, stride);
    }
    for (const Polynomial& bound : {digit, digits_[i].count - 1 - digit})
      symbols.require_not_negative(
          bound, "it is not certain that the element of a tile was written before it is read");
    result[digits_[i].symbol] = digit;
  }
  if (!rest.is_zero()) reject("it is not certain which work-item wrote an element of a tile");
  return result;
}

/// The variable of the skew: its digit minus the others, modulo the length of a row.
Polynomial TileIndex::unrotated(const Substitution& digits, Symbols& symbols) const {
  Polynomial sum;
  const Polynomial& digit = digits.at(skew_->digit);
  for (const Polynomial::Term& term : digit.terms()) {
    const SymbolInfo& row = symbols[symbol_of(term)];
    const bool is_rotated = row.kind == SymbolKind::remainder && row.right == Polynomial(skew_->modulus);
    sum = sum + (is_rotated ? row.left * Polynomial(term.coefficient)
                            : Polynomial::term(term.monomial, term.coefficient));
  }
  sum = sum - symbols.substitute(skew_->others, digits);
  if (symbols.is_within(sum, skew_->modulus)) return sum;
  Polynomial positive;
  for (const Polynomial::Term& term : sum.terms()) {
    const std::int64_t rest = term.coefficient % skew_->modulus;
    positive = positive + Polynomial::term(term.monomial, rest < 0 ? rest + skew_->modulus : rest);
  }
  return symbols.remainder(positive, skew_->modulus);
}

Substitution TileIndex::writer_of(const Polynomial& address, Symbols& symbols) const {
  Substitution result = digits_of(address - start_, symbols);
  if (skew_) result[skew_->variable] = unrotated(result, symbols);
  return result;
}

}  // namespace quadcl::compiler::recognise
