// SPDX-License-Identifier: Apache-2.0
// Blocks in rotated order, as in diagonal schemes: (id + others) % count takes each value once, as the id
// does.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/recognise/match/kernel_stores.h"

namespace quadcl::compiler::recognise {
namespace {

class Unrotation {
 public:
  Unrotation(StoreFamily& family, KernelStores& stores)
      : family_(family), stores_(stores), symbols_(stores.symbols) {}

  void run() {
    while (const Symbol rotated = find()) {
      divide(rotated);
      if (!unrotate(rotated)) return;
    }
  }

 private:
  /// A remainder of a sum of several ids or counters, each with the factor 1; 0 if there is none.
  Symbol find() const {
    Symbol result = 0;
    for (const Polynomial& polynomial : family_.polynomials)
      if (const Symbol found = find_symbol(polynomial, [this](Symbol symbol) { return is_rotated(symbol); }))
        result = found;
    return result;
  }

  bool is_rotated(Symbol symbol) const {
    const SymbolInfo& row = symbols_[symbol];
    if (row.kind != SymbolKind::remainder || !symbols_.is_known(row.right) || tried_.contains(symbol))
      return false;
    const auto& terms = row.left.terms();
    return terms.size() > 1 && llvm::all_of(terms, [&](const Polynomial::Term& term) {
             const Symbol part = symbol_of(term);
             return part != 0 && term.coefficient == 1 && !symbols_.is_known(part);
           });
  }

  /// If the sum has a quotient of a number, its quotient and its remainder become two indices.
  void divide(Symbol rotated) {
    const SymbolInfo row = symbols_[rotated];
    for (const Polynomial::Term& term : row.left.terms()) {
      const Symbol part = symbols_of(term.monomial)[0];
      const SymbolInfo division = symbols_[part];
      if (division.kind != SymbolKind::quotient || !symbols_.is_known(division.right)) continue;
      const auto varies = [&](Symbol symbol) { return stores_.varies(symbol); };
      const auto variables = variables_of({division.left}, varies, symbols_);
      const Axis axis = make_axis(variables, {division.left}, symbols_);
      if (!without(division.left, variables).is_zero() || !(axis.steps[0] - 1).is_zero()) continue;
      symbols_.require_zero(symbols_.remainder(axis.size, division.right),
                            "a division with a remainder at the end");
      const Symbol rest = symbols_.remainder(division.left, division.right).as_symbol();
      family_.substitute(
          {{part, Polynomial::symbol(symbols_.make_counter(symbols_.quotient(axis.size, division.right)))},
           {rest, Polynomial::symbol(symbols_.make_counter(division.right))}},
          symbols_);
      for (const Variable& variable : variables) {
        for (const Polynomial& polynomial : family_.polynomials)
          if (symbols_.depends(polynomial, variable.symbol)) reject("an index is used whole and divided");
        stores_.folded.push_back(variable.symbol);
      }
      return;
    }
  }

  /// Puts an index in the place of the remainder, if one summand occurs nowhere else and takes each value
  /// below the divisor once.
  bool unrotate(Symbol old) {
    const Symbol changed = find(), rotated = changed != 0 ? changed : old;
    tried_.insert(old);
    tried_.insert(rotated);
    const SymbolInfo row = symbols_[rotated];
    if (row.kind != SymbolKind::remainder) return false;
    for (const Polynomial::Term& term : row.left.terms()) {
      const Symbol id = symbols_of(term.monomial)[0];
      const Polynomial count = symbols_[id].count;
      if (symbols_.depends(row.left - Polynomial::symbol(id), id)) continue;
      const Symbol position = symbols_.make_counter(row.right);
      std::vector<Polynomial> changed;
      for (const Polynomial& polynomial : family_.polynomials)
        changed.push_back(symbols_.substitute(polynomial, {{rotated, Polynomial::symbol(position)}}));
      const bool elsewhere = llvm::any_of(
          changed, [&](const Polynomial& polynomial) { return symbols_.depends(polynomial, id); });
      if (elsewhere || count.is_zero() || !symbols_.is_known(count)) continue;
      symbols_.require_zero(count - row.right, "an index may have gaps or repeats");
      family_.polynomials = std::move(changed);
      stores_.folded.push_back(id);
      return true;
    }
    return false;
  }

  StoreFamily& family_;
  KernelStores& stores_;
  Symbols& symbols_;
  std::set<Symbol> tried_;
};

}  // namespace

void unrotate(StoreFamily& family, KernelStores& stores) { Unrotation(family, stores).run(); }

}  // namespace quadcl::compiler::recognise
