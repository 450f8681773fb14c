// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "compiler/recognise/polynomial.h"

namespace quadcl::compiler::recognise {

constexpr unsigned kDimensions = 3;

enum class SymbolKind : std::uint8_t {
  // Known at enqueue, never negative.
  argument,
  local_bytes,  ///< of a `__local` argument
  global_size,
  local_size,
  group_count,
  // Of two polynomials, and known if these are. Division rounds down.
  quotient,
  remainder,
  minimum,
  // Differ between work-items, groups and iterations: 0 to count - 1.
  group_id,
  local_id,
  global_id,  ///< group id times local size plus local id, where only that matters
  counter,    ///< of a loop
  digit,      ///< of a set of accesses that differ by a constant step
};

struct SymbolInfo {
  SymbolKind kind{};
  unsigned index = 0;  ///< of the argument or dimension; of a counter: the step of the loop's index
  Polynomial left, right;
  Polynomial count;
};

/// A loop `for (j = id; j < n; j += stride)`: `index` stands for id + stride * counter, below n.
struct StridedIndex {
  Symbol id = 0;
  Symbol index = 0;
  Polynomial stride;
};

using Substitution = std::map<Symbol, Polynomial>;

/// Constant local sizes, by dimension.
using LocalSizes = std::map<unsigned, std::int64_t>;

/// What must hold at enqueue for the analysis to be right. Every condition is over known symbols.
struct Conditions {
  std::vector<Polynomial> zero;
  std::vector<Polynomial> not_negative;
};

/// The symbols of one kernel, and what is known of their values.
class Symbols {
 public:
  Symbol get(SymbolKind kind, unsigned index);
  /// What the symbol stands for: a number where one was assumed.
  Polynomial value(SymbolKind kind, unsigned index);
  /// From here on the local size is this number; the guard demands it. To be said before anything else.
  void assume_local_size(unsigned dimension, std::int64_t size);
  /// Local sizes that indices were divided by: with these a division may turn out to be plain.
  const LocalSizes& local_size_hints() const { return local_size_hints_; }
  /// Says that the symbol, if it is a local size, may be meant to be this number.
  void hint_local_size(const Polynomial& symbol, std::int64_t size);
  Symbol make_counter();
  void set_step(Symbol counter, unsigned step) { rows_[counter].index = step; }
  void set_count(Symbol counter, const Polynomial& count) { rows_[counter].count = count; }
  /// Empty if the counter's loop is of another kind.
  std::optional<StridedIndex> strided_index(Symbol counter);
  /// A global id where group and local id make one up.
  Polynomial with_global_ids(Polynomial polynomial);
  /// The same digit for the same place and count.
  Symbol digit(unsigned place, std::int64_t count);

  /// floor(dividend / divisor) and what is left, simplified. The dividend is not negative.
  Polynomial quotient(const Polynomial& dividend, const Polynomial& divisor);
  Polynomial remainder(const Polynomial& dividend, const Polynomial& divisor);
  /// The smaller one of two numbers that are not negative.
  Polynomial minimum(const Polynomial& x, const Polynomial& y);
  /// min(x, y) + rest as min(x + rest, y + rest); requires that neither is negative.
  Polynomial pull_into_minimum(const Polynomial& polynomial, const char* reason);
  /// The quotient where there must be no rest; what must hold for that becomes a condition.
  Polynomial whole_quotient(const Polynomial& dividend, const Polynomial& divisor, const char* reason);

  const SymbolInfo& operator[](Symbol symbol) const { return rows_[symbol]; }

  /// The arguments that anything was computed from.
  std::vector<Symbol> arguments() const;

  bool is_known(Symbol symbol) const;
  bool is_known(const Polynomial& polynomial) const;
  /// Whether the value depends on a symbol of which `test` is true, also through quotients and remainders.
  bool depends(const Polynomial& polynomial, const std::function<bool(Symbol)>& test) const;

  /// Bounds over known symbols that hold for all work-items, groups and iterations.
  Polynomial upper(const Polynomial& polynomial) { return bound(polynomial, true); }
  Polynomial lower(const Polynomial& polynomial) { return bound(polynomial, false); }
  /// An upper bound of the sum of absolute values that a polynomial without negative coefficients stands for,
  /// wherever it is computed: in a loop's test, too, where the counter gets as far as its count, and beside
  /// loops that do no round. No part of the bound is negative; the guard demands that unless it is plain.
  Polynomial reach(const Polynomial& polynomial);
  /// Whether bounds exist: the counters of loops that are being looked at have none yet.
  bool is_bounded(const Polynomial& polynomial) const;
  /// Whether the signs of the coefficients alone prove it.
  bool is_never_negative(const Polynomial& polynomial);
  /// Whether bounds prove that the value is one of 0 to count - 1.
  bool is_within(const Polynomial& polynomial, const Polynomial& count);

  Polynomial substitute(const Polynomial& polynomial, const Substitution& substitution);

  /// The same, but not inside of quotients and remainders.
  Polynomial substitute_outside(const Polynomial& polynomial, const Substitution& substitution) const;

  /// Makes the condition part of the guard unless it is plain. Rejects for `reason` if it cannot hold or
  /// cannot be known at enqueue.
  void require_zero(const Polynomial& polynomial, const char* reason);
  void require_not_negative(const Polynomial& polynomial, const char* reason);
  /// Whether the conditions so far say that it is never negative.
  bool is_demanded(const Polynomial& polynomial);
  /// Whether the conditions so far make it zero.
  bool is_zero_by_conditions(const Polynomial& polynomial) const;
  const Conditions& conditions() const { return conditions_; }
  /// What a condition was required for.
  const char* reason(const Polynomial& condition) const;
  /// Whether it is certain that no launch makes the number zero.
  bool is_never_zero(const Polynomial& polynomial);
  /// What the conditions say that local sizes are.
  Substitution equalities();
  /// Forgets the conditions beyond these: an explanation that used them was given up.
  void restore(const Conditions& conditions) { conditions_ = conditions; }

 private:
  Symbol add(SymbolInfo info);
  Symbol operation(SymbolKind kind, const Polynomial& left, const Polynomial& right);
  Polynomial bound(const Polynomial& polynomial, bool up);
  Polynomial largest(Symbol symbol);
  Polynomial reach(Symbol symbol);
  Polynomial reduce(const Polynomial& dividend, const Polynomial& divisor, Polynomial& whole);
  struct CommonFactor;
  std::optional<CommonFactor> common_factor(const Polynomial& dividend, const Polynomial& divisor);
  Polynomial recombine(Polynomial polynomial) const;
  std::optional<std::pair<Polynomial, Polynomial>> cancelled(const Polynomial& dividend,
                                                             const Polynomial& divisor);
  void note_hints(const Polynomial& dividend, const Polynomial& divisor);

  std::vector<SymbolInfo> rows_{1};
  std::map<std::pair<SymbolKind, unsigned>, Symbol> by_index_;  ///< what `get` gave
  Conditions conditions_;
  std::unordered_map<Polynomial, const char*, Polynomial::Hash> reasons_;
  LocalSizes assumed_, local_size_hints_;
};

}  // namespace quadcl::compiler::recognise
