// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/symbols.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace quadcl::compiler::recognise {
namespace {

/// Far more than kernels have that are recognised. The time of a search grows with their number.
constexpr std::size_t kMostSymbols = 1024;
static_assert(kMostSymbols <= std::numeric_limits<Symbol>::max());

bool is_operation(SymbolKind kind) { return kind >= SymbolKind::quotient && kind <= SymbolKind::minimum; }

/// An NDRange that runs has at least one of each.
bool is_positive(SymbolKind kind) {
  return kind == SymbolKind::global_size || kind == SymbolKind::local_size || kind == SymbolKind::group_count;
}

void add_once(std::vector<Polynomial>& list, const Polynomial& polynomial) {
  if (!llvm::is_contained(list, polynomial)) list.push_back(polynomial);
}

/// Solves "polynomial = 0" for a local size.
std::optional<std::pair<Symbol, Polynomial>> solved(const Polynomial& zero, const Symbols& symbols) {
  for (const Polynomial::Term& term : zero.terms()) {
    const Symbol size = symbol_of(term);
    const Polynomial rest = zero - Polynomial::term(term.monomial, term.coefficient);
    if (symbols[size].kind == SymbolKind::local_size && std::abs(term.coefficient) == 1 &&
        !rest.contains(size))
      return std::pair(size, rest * -term.coefficient);
  }
  return {};
}

/// dividend = high * factor + low, where low < factor and the factor divides the divisor.
struct CommonFactor {
  std::int64_t factor = 1;
  Polynomial high, low;
};

std::optional<CommonFactor> common_factor(const Polynomial& dividend, const Polynomial& divisor,
                                          Symbols& symbols) {
  if (!divisor.is_constant() || !symbols.is_bounded(dividend)) return {};
  std::vector<std::int64_t> factors;
  for (const Polynomial::Term& term : dividend.terms()) {
    const std::int64_t factor = std::abs(term.coefficient);
    if (term.monomial != 0 && factor > 1 && divisor.constant() % factor == 0) factors.push_back(factor);
  }
  std::sort(factors.rbegin(), factors.rend());
  for (const std::int64_t factor : factors) {
    const auto [high, low] = dividend.split_by(factor);
    if (symbols.is_within(low, factor)) return CommonFactor{factor, high, low};
  }
  return {};
}

/// Dividend and divisor without a common factor: (n * x - 1) / (n * y) is (x - 1) / y.
std::optional<std::pair<Polynomial, Polynomial>> cancelled(const Polynomial& dividend,
                                                           const Polynomial& divisor, Symbols& symbols) {
  if (divisor.terms().size() != 1 || divisor.is_constant()) return {};
  const std::int64_t rest = dividend.constant();
  if (rest != 0 && rest != -1) return {};
  for (const Symbol symbol : symbols_of(divisor.terms()[0].monomial)) {
    const Polynomial factor = Polynomial::symbol(symbol);
    const auto quotient = (dividend - rest).divided_by(factor);
    if (!quotient || !symbols.is_known(symbol)) continue;
    symbols.require_not_negative(factor - 1, "a size may be too small");
    return std::pair(*quotient + rest, *divisor.divided_by(factor));
  }
  return {};
}

/// The largest value of a symbol that is not known.
Polynomial largest(Symbol symbol, Symbols& symbols) {
  const SymbolInfo row = symbols[symbol];
  if (row.kind == SymbolKind::quotient) return symbols.quotient(symbols.upper(row.left), row.right);
  if (row.kind == SymbolKind::minimum) return symbols.upper(row.left);
  const Polynomial& count = row.kind == SymbolKind::remainder ? row.right : row.count;
  if (count.is_zero()) reject("a loop counter is used where its range is not known");
  return symbols.upper(count - 1);
}

}  // namespace

void Symbols::set_place(const llvm::DILocation* place) {
  if (place != nullptr && place->getLine() != 0) place_ = place;
}

Symbol Symbols::add(SymbolInfo info) {
  if (rows_.size() >= kMostSymbols) reject("too many different quantities");
  rows_.push_back(std::move(info));
  return static_cast<Symbol>(rows_.size() - 1);
}

/// The first symbol that is this; 0 if there is none.
Symbol Symbols::find(const SymbolInfo& info) const {
  const auto found = std::find(rows_.begin() + 1, rows_.end(), info);
  return found != rows_.end() ? static_cast<Symbol>(found - rows_.begin()) : Symbol{0};
}

Symbol Symbols::find_or_add(SymbolInfo info) {
  const Symbol found = find(info);
  return found != 0 ? found : add(std::move(info));
}

Symbol Symbols::get(SymbolKind kind, unsigned index) {
  const auto found = by_index_.find({kind, index});
  if (found != by_index_.end()) return found->second;
  SymbolInfo info{kind, index, {}, {}, {}};
  if (kind == SymbolKind::group_id) info.count = value(SymbolKind::group_count, index);
  if (kind == SymbolKind::local_id) info.count = value(SymbolKind::local_size, index);
  if (kind == SymbolKind::global_id) info.count = value(SymbolKind::global_size, index);
  return by_index_[{kind, index}] = add(std::move(info));
}

Polynomial Symbols::value(SymbolKind kind, unsigned index) {
  const auto assumed = assumed_.find(index);
  if (assumed != assumed_.end()) {
    if (kind == SymbolKind::local_size) return assumed->second;
    if (kind == SymbolKind::local_id && assumed->second == 1) return {};
  }
  const Polynomial symbol = Polynomial::symbol(get(kind, index));
  const auto multiple = kind == SymbolKind::argument ? multiples_.find(index) : multiples_.end();
  return multiple != multiples_.end() ? quotient(symbol, multiple->second) * multiple->second : symbol;
}

void Symbols::assume_multiple(unsigned argument, std::int64_t number) {
  require_zero(remainder(Polynomial::symbol(get(SymbolKind::argument, argument)), number),
               "a row may be no whole number of elements");
  multiples_[argument] = number;
}

void Symbols::assume_local_size(unsigned dimension, std::int64_t size) {
  require_zero(value(SymbolKind::local_size, dimension) - size, "an index may have gaps or repeats");
  assumed_[dimension] = size;
}

Symbol Symbols::make_counter(const Polynomial& count) { return add({SymbolKind::counter, 0, {}, {}, count}); }

Polynomial Symbols::with_global_ids(Polynomial polynomial) {
  for (unsigned d = 0; d < kDimensions; ++d) {
    const Symbol local = get(SymbolKind::local_id, d), group = get(SymbolKind::group_id, d);
    Polynomial rest, others;
    const Polynomial of_local = polynomial.coefficient_of(local, &rest),
                     of_group = rest.coefficient_of(group, &others);
    if (!of_local.is_zero() && of_group == of_local * value(SymbolKind::local_size, d))
      polynomial = others + of_local * value(SymbolKind::global_id, d);
  }
  return polynomial;
}

std::optional<StridedIndex> Symbols::strided_index(Symbol counter) {
  const Polynomial count = rows_[counter].count;
  if (count.terms().size() > 2 || count.is_zero()) return {};
  // The count is (n - 1 - id + stride) / stride; whole strides may stand outside the quotient.
  const Symbol quotient =
      find_symbol(count, [&](Symbol symbol) { return rows_[symbol].kind == SymbolKind::quotient; });
  const SymbolInfo row = rows_[quotient];
  const Polynomial whole = count - Polynomial::symbol(quotient);
  if (quotient == 0 || !whole.is_constant()) return {};
  const Polynomial dividend = with_global_ids(row.left + whole * row.right);
  for (const Polynomial::Term& term : dividend.terms()) {
    const Symbol id = symbol_of(term);
    if (id == 0 || is_known(id) || term.coefficient != -1) continue;
    const Polynomial size = dividend + Polynomial::symbol(id) - row.right + 1;
    if (!is_known(size)) return {};
    const Symbol index = make_counter(size);
    const Polynomial of_id = Polynomial::symbol(index) - row.right * Polynomial::symbol(counter);
    return StridedIndex{id, row.right, {{id, of_id}}, index};
  }
  return {};
}

Symbol Symbols::digit(unsigned place, std::int64_t count) {
  return find_or_add({SymbolKind::digit, place, {}, {}, Polynomial(count)});
}

/// Takes the multiples of the divisor out of the dividend, if the rest is not negative: OpenCL C rounds
/// toward zero, which is down only for numbers that are not negative.
Polynomial Symbols::reduce(const Polynomial& dividend, const Polynomial& divisor, Polynomial& whole) {
  if (divisor.is_constant() && divisor.constant() <= 0)
    reject("a division by a constant that is not positive");
  const Polynomial::Division division = dividend.split_by(divisor);
  if (is_never_negative(lower(division.rest))) {
    whole = division.whole;
    return division.rest;
  }
  require_not_negative(dividend, "a division of a number that may be negative");
  return dividend;
}

void Symbols::hint_local_size(const Polynomial& symbol, std::int64_t size) {
  for (const Symbol factor : symbols_of(symbol.is_zero() ? 0 : symbol.terms()[0].monomial))
    if (rows_[factor].kind == SymbolKind::local_size)
      local_size_hints_.try_emplace(rows_[factor].index, size);
}

/// A kernel that divides a local id by a constant is often meant for groups of that size, and one that
/// divides the flat id 16 * y + x for rows of 16. A kernel that divides the start of a row, row * width, is
/// meant for widths that the divisor divides.
void Symbols::note_hints(const Polynomial& dividend, const Polynomial& divisor) {
  if (!divisor.is_constant()) return;
  std::vector<Symbol> ids;
  std::int64_t size = divisor.constant();
  for (const Polynomial::Term& term : dividend.terms()) {
    const auto factors = symbols_of(term.monomial);
    const bool varies = !llvm::all_of(factors, [this](Symbol factor) { return is_known(factor); });
    for (const Symbol factor : factors)
      if (varies && rows_[factor].kind == SymbolKind::argument)
        multiple_hints_.try_emplace(rows_[factor].index, divisor.constant());
    const Symbol id = symbol_of(term);
    if (rows_[id].kind != SymbolKind::local_id) continue;
    if (term.coefficient == 1) ids.push_back(id);
    if (term.coefficient > 1) size = term.coefficient;
  }
  for (const Symbol id : ids) local_size_hints_.try_emplace(rows_[id].index, size);
}

Polynomial Symbols::quotient(const Polynomial& dividend, const Polynomial& divisor) {
  Polynomial whole;
  const Polynomial rest = reduce(dividend, divisor, whole);
  if (is_bounded(rest) && is_never_negative(divisor - 1 - upper(rest))) return whole;
  if (const auto common = common_factor(rest, divisor, *this))
    return whole + quotient(common->high, divisor.constant() / common->factor);
  if (const auto reduced = cancelled(rest, divisor, *this))
    return whole + quotient(reduced->first, reduced->second);
  note_hints(dividend, divisor);
  return whole + Polynomial::symbol(find_or_add({SymbolKind::quotient, 0, rest, divisor, {}}));
}

Polynomial Symbols::remainder(const Polynomial& dividend, const Polynomial& divisor) {
  Polynomial whole;
  const Polynomial rest = reduce(dividend, divisor, whole);
  if (is_bounded(rest) && is_never_negative(divisor - 1 - upper(rest))) return rest;
  if (const auto common = common_factor(rest, divisor, *this)) {
    const Polynomial high = remainder(common->high, divisor.constant() / common->factor);
    return high * Polynomial(common->factor) + common->low;
  }
  note_hints(dividend, divisor);
  return Polynomial::symbol(find_or_add({SymbolKind::remainder, 0, rest, divisor, {}}));
}

Polynomial Symbols::whole_quotient(const Polynomial& dividend, const Polynomial& divisor,
                                   const char* reason) {
  if (const auto exact = dividend.divided_by(divisor)) return *exact;
  if (!is_known(dividend)) reject(reason);
  require_zero(remainder(dividend, divisor), reason);
  return quotient(dividend, divisor);
}

/// Writes d * (x / d) + x % d as x.
Polynomial Symbols::recombine(Polynomial polynomial) const {
  std::vector<Symbol> remainders;
  for_each_symbol(polynomial, [&](Symbol symbol) {
    if (rows_[symbol].kind == SymbolKind::remainder && !llvm::is_contained(remainders, symbol))
      remainders.push_back(symbol);
  });
  for (const Symbol remainder : remainders) {
    const SymbolInfo& row = rows_[remainder];
    Polynomial others;
    const Polynomial factor = polynomial.coefficient_of(remainder, &others);
    const Symbol quotient = find({SymbolKind::quotient, 0, row.left, row.right, {}});
    Polynomial rest;
    if (quotient != 0 && others.coefficient_of(quotient, &rest) == factor * row.right)
      polynomial = rest + factor * row.left;
  }
  return polynomial;
}

bool Symbols::is_certain(const Polynomial& polynomial) {
  if (!is_bounded(polynomial)) return false;
  if (is_never_negative(lower(polynomial))) return true;
  return llvm::any_of(polynomial.terms(), [&](const Polynomial::Term& term) {
    const Symbol symbol = symbol_of(term);
    if (symbol == 0 || term.coefficient >= 0) return false;
    const SymbolInfo row = rows_[symbol];
    const Polynomial others = polynomial - Polynomial::term(term.monomial, term.coefficient);
    // divisor * (x / divisor) is at most x.
    if (row.kind == SymbolKind::quotient && row.right.is_constant())
      return term.coefficient % row.right.constant() == 0 &&
             is_certain(others + row.left * (term.coefficient / row.right.constant()));
    // A minimum is at most each of its operands, and a counter below a minimum is below each.
    const bool is_counter = row.kind == SymbolKind::counter;
    const SymbolInfo least = rows_[is_counter ? row.count.as_symbol() : symbol];
    const std::int64_t below = is_counter ? 1 : 0;
    return least.kind == SymbolKind::minimum &&
           (is_certain(others + (least.left - below) * term.coefficient) ||
            is_certain(others + (least.right - below) * term.coefficient));
  });
}

bool Symbols::is_within(const Polynomial& polynomial, const Polynomial& count) {
  return is_certain(polynomial) && is_certain(count - 1 - polynomial);
}

Polynomial Symbols::minimum(const Polynomial& x, const Polynomial& y) {
  if (is_certain(y - x)) return x;
  if (is_certain(x - y)) return y;
  const bool swaps = y.is_constant();
  return Polynomial::symbol(find_or_add({SymbolKind::minimum, 0, swaps ? y : x, swaps ? x : y, {}}));
}

Polynomial Symbols::pull_into_minimum(const Polynomial& polynomial, const char* reason) {
  for (const Polynomial::Term& term : polynomial.terms()) {
    const Symbol least = symbol_of(term);
    const SymbolInfo row = rows_[least];
    if (row.kind != SymbolKind::minimum || term.coefficient != 1) continue;
    const Polynomial rest = polynomial - Polynomial::symbol(least);
    if (rest.is_zero()) return polynomial;
    require_not_negative(row.left + rest, reason);
    require_not_negative(row.right + rest, reason);
    return pull_into_minimum(minimum(row.left + rest, row.right + rest), reason);
  }
  return polynomial;
}

std::vector<Symbol> Symbols::arguments() const {
  std::vector<Symbol> result;
  for (const auto& [key, symbol] : by_index_)
    if (key.first == SymbolKind::argument) result.push_back(symbol);
  return result;
}

bool Symbols::is_known(Symbol symbol) const {
  const SymbolInfo& row = rows_[symbol];
  if (is_operation(row.kind)) return is_known(row.left) && is_known(row.right);
  return row.kind < SymbolKind::quotient;
}

bool Symbols::is_known(const Polynomial& polynomial) const {
  return !depends(polynomial, [this](Symbol symbol) { return rows_[symbol].kind > SymbolKind::minimum; });
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
        if (up == (term.coefficient > 0)) factor = factor * largest(symbol, *this);
      }
    }
    // Every varying symbol can be 0, so the best bound of this term is 0.
    if (varies && up != (term.coefficient > 0)) continue;
    result = result + factor * Polynomial(term.coefficient);
  }
  return result;
}

Polynomial Symbols::reach(Symbol symbol) {
  const SymbolInfo row = rows_[symbol];
  const bool is_counter = row.kind == SymbolKind::counter;
  if (is_counter && row.count.is_zero()) reject("a loop counter is used where its range is not known");
  const Polynomial& of = row.kind == SymbolKind::quotient    ? row.left
                         : row.kind == SymbolKind::minimum   ? row.left
                         : row.kind == SymbolKind::remainder ? row.right
                                                             : row.count;
  const Polynomial most = reach(is_counter || is_operation(row.kind) ? of : of - 1);
  require_not_negative(most, "a loop's bound may be below its start");
  return row.kind == SymbolKind::quotient ? quotient(most, row.right) : most;
}

Polynomial Symbols::reach(const Polynomial& polynomial) {
  Polynomial result;
  for (const Polynomial::Term& term : polynomial.terms()) {
    const auto symbols = symbols_of(term.monomial);
    const bool varies = !llvm::all_of(symbols, [this](Symbol symbol) { return is_known(symbol); });
    // Symbols that vary can be zero.
    if (varies && term.coefficient < 0) continue;
    Polynomial product = Polynomial(term.coefficient);
    for (const Symbol symbol : symbols)
      product = product * (is_known(symbol) ? Polynomial::symbol(symbol) : reach(symbol));
    result = result + product;
  }
  return result;
}

bool Symbols::is_never_negative(const Polynomial& polynomial) {
  // Sizes are at least 1: with each written as 1 + x, no coefficient is negative.
  Polynomial shifted;
  for (const Polynomial::Term& term : polynomial.terms()) {
    Polynomial product = Polynomial(term.coefficient);
    for (const Symbol symbol : symbols_of(term.monomial)) {
      const Polynomial factor = Polynomial::symbol(symbol);
      product = product * (is_positive(rows_[symbol].kind) ? factor + 1 : factor);
    }
    shifted = shifted + product;
  }
  return llvm::all_of(shifted.terms(), [](const Polynomial::Term& term) { return term.coefficient >= 0; });
}

/// A symbol that stays, with its operands substituted.
Polynomial Symbols::substitute(Symbol symbol, const Substitution& substitution) {
  const SymbolInfo row = rows_[symbol];
  if (!is_operation(row.kind)) return Polynomial::symbol(symbol);
  const Polynomial left = substitute(row.left, substitution), right = substitute(row.right, substitution);
  if (left == row.left && right == row.right) return Polynomial::symbol(symbol);
  return row.kind == SymbolKind::quotient    ? quotient(left, right)
         : row.kind == SymbolKind::remainder ? remainder(left, right)
                                             : minimum(left, right);
}

Polynomial Symbols::substitute(const Polynomial& polynomial, const Substitution& substitution, bool inside) {
  Polynomial result;
  for (const Polynomial::Term& term : polynomial.terms()) {
    const auto symbols = symbols_of(term.monomial);
    const auto stays = [&](Symbol symbol) {
      return !(inside && is_operation(rows_[symbol].kind)) && !substitution.contains(symbol);
    };
    if (llvm::all_of(symbols, stays)) {
      result += term;
      continue;
    }
    Polynomial product = Polynomial(term.coefficient);
    for (const Symbol symbol : symbols) {
      const auto found = substitution.find(symbol);
      product = product * (found != substitution.end() ? found->second
                           : inside                    ? substitute(symbol, substitution)
                                                       : Polynomial::symbol(symbol));
    }
    result = result + product;
  }
  return inside ? recombine(std::move(result)) : result;
}

void Symbols::require_zero(const Polynomial& polynomial, const char* reason) {
  if (polynomial.is_zero()) return;
  if (polynomial.is_constant() || !is_known(polynomial)) reject(reason);
  add_once(conditions_.zero, polynomial);
  reasons_.try_emplace(polynomial, Rejected{reason, place_});
}

bool Symbols::is_never_zero(const Polynomial& polynomial) {
  if (is_never_negative(polynomial - 1) || is_never_negative(polynomial * -1 - 1)) return true;
  const std::int64_t constant = polynomial.constant();
  std::int64_t divisor = 0;
  bool one_sign = true, sizes = true;
  for (const Polynomial::Term& term : polynomial.terms()) {
    if (term.monomial != 0) divisor = std::gcd(divisor, term.coefficient);
    one_sign &= (term.coefficient < 0) == (polynomial.terms().back().coefficient < 0);
    for (const Symbol symbol : symbols_of(term.monomial)) sizes &= !is_operation(rows_[symbol].kind);
  }
  if (divisor != 0 && constant % divisor != 0) return true;
  // It is zero only if a product of sizes is; then there is no matrix product.
  return one_sign && sizes && divisor > 1;
}

void Symbols::require_not_negative(const Polynomial& polynomial, const char* reason) {
  if (is_certain(polynomial)) return;
  const Polynomial least = lower(polynomial);
  if (least.is_constant()) reject(reason);
  add_once(conditions_.not_negative, least);
  reasons_.try_emplace(least, Rejected{reason, place_});
}

bool Symbols::is_demanded(const Polynomial& polynomial) {
  return is_bounded(polynomial) && llvm::is_contained(conditions_.not_negative, lower(polynomial));
}

Substitution Symbols::equalities() {
  std::vector<Polynomial> zeros = conditions_.zero;
  // Both an upper and a lower bound.
  const auto& bounds = conditions_.not_negative;
  for (const Polynomial& bound : bounds)
    if (llvm::is_contained(bounds, bound * -1)) zeros.push_back(bound);
  Substitution result;
  for (const Polynomial& zero : zeros) {
    const auto equality = solved(substitute(zero, result), *this);
    if (equality) result[equality->first] = equality->second;
  }
  return result;
}

}  // namespace quadcl::compiler::recognise
