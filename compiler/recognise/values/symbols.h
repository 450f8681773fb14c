// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "compiler/recognise/values/polynomial.h"

namespace quadcl::compiler::recognise {

constexpr unsigned kDimensions = 3;

enum class SymbolKind : std::uint8_t {
  // Known at enqueue, never negative.
  argument,
  local_bytes,  ///< of a `__local` argument
  global_size,
  local_size,
  group_count,
  // Of two polynomials; known at enqueue if both are. Division rounds down.
  quotient,
  remainder,
  minimum,
  // Differ between work-items, groups and iterations: 0 to count - 1.
  group_id,
  local_id,
  global_id,  ///< group id times local size plus local id
  counter,    ///< of a loop
  digit,      ///< numbers accesses that differ by a constant step
};

inline bool is_division(SymbolKind kind) {
  return kind == SymbolKind::quotient || kind == SymbolKind::remainder;
}

/// An integer in a vector or structure that is an argument.
struct Component {
  unsigned argument, offset, bytes;  ///< 0 bytes: the whole argument
};
constexpr unsigned component_index(const Component& part) {
  return part.argument | part.offset << 16 | part.bytes << 28;
}
constexpr Component component_of(unsigned index) {
  return {index & 0xffff, index >> 16 & 0xfff, index >> 28};
}

struct SymbolInfo {
  SymbolKind kind{};
  unsigned index = 0;  ///< of the argument or dimension; of a component, as `component_index` makes it
  Polynomial left, right;
  Polynomial count;
  bool operator==(const SymbolInfo&) const = default;
};
using Substitution = std::map<Symbol, Polynomial>;

/// A loop `for (j = id; j < n; j += stride)`: `index` stands for id + stride * counter, below n.
struct StridedIndex {
  Symbol id = 0;
  Polynomial stride;
  Substitution by_index;  ///< of the id: it becomes index - stride * counter
  Symbol index = 0;
};

/// Constant local sizes, by dimension.
using LocalSizes = std::map<unsigned, std::int64_t>;
/// Constants that arguments are multiples of, by argument.
using Multiples = std::map<unsigned, std::int64_t>;

/// What a launch must meet: polynomials over symbols that are known at enqueue.
struct Conditions {
  std::vector<Polynomial> zero;
  std::vector<Polynomial> not_negative;
};

/// The symbols of one kernel, and what is known of their values.
class Symbols {
 public:
  Symbol get(SymbolKind kind, unsigned index);
  /// The symbol, or the number that was assumed for it.
  Polynomial value(SymbolKind kind, unsigned index);
  /// Assumes that the local size is this number; the guard demands it. Call it before all others.
  void assume_local_size(unsigned dimension, std::int64_t size);
  /// Assumes that the argument is a multiple of this number; the guard demands it.
  void assume_multiple(unsigned argument, std::int64_t number);
  /// Numbers that products of ids and arguments were divided by, as in (row * width) / 4.
  const Multiples& multiple_hints() const { return multiple_hints_; }
  /// Numbers that local ids were divided by: with these as local sizes, the divisions vanish.
  const LocalSizes& local_size_hints() const { return local_size_hints_; }
  /// Notes that the symbol, if it is a local size, may be meant to be this number.
  void hint_local_size(const Polynomial& symbol, std::int64_t size);
  Symbol make_counter(const Polynomial& count = {});
  void set_count(Symbol counter, const Polynomial& count) { rows_[counter].count = count; }
  /// Empty if the counter belongs to another kind of loop.
  std::optional<StridedIndex> strided_index(Symbol counter);
  /// Writes local size * group id + local id as a global id.
  Polynomial with_global_ids(Polynomial polynomial);
  /// One digit for each place and count.
  Symbol digit(unsigned place, std::int64_t count);

  /// floor(dividend / divisor) and the remainder, simplified. The guard demands that the dividend is not
  /// negative.
  Polynomial quotient(const Polynomial& dividend, const Polynomial& divisor);
  Polynomial remainder(const Polynomial& dividend, const Polynomial& divisor);
  /// Of two numbers that are not negative.
  Polynomial minimum(const Polynomial& x, const Polynomial& y);
  /// min(x, y) + rest as min(x + rest, y + rest); requires that neither is negative.
  Polynomial pull_into_minimum(const Polynomial& polynomial, const char* reason);
  /// The quotient; requires that there is no remainder.
  Polynomial whole_quotient(const Polynomial& dividend, const Polynomial& divisor, const char* reason);

  const SymbolInfo& operator[](Symbol symbol) const { return rows_[symbol]; }

  /// The place in the source that is looked at. Ignored if it is none: code that the compiler made of several
  /// places has line 0.
  void set_place(const llvm::DILocation* place);
  const llvm::DILocation* place() const { return place_; }

  /// The arguments that were used so far.
  std::vector<Symbol> arguments() const;

  bool is_known(Symbol symbol) const;
  bool is_known(const Polynomial& polynomial) const;
  /// Whether the value depends on a symbol for which `test` is true, also through quotients and remainders.
  bool depends(const Polynomial& polynomial, const std::function<bool(Symbol)>& test) const;
  bool depends(const Polynomial& polynomial, Symbol symbol) const {
    return depends(polynomial, [symbol](Symbol other) { return other == symbol; });
  }

  /// Bounds over known symbols that hold for all work-items, groups and iterations.
  Polynomial upper(const Polynomial& polynomial) { return bound(polynomial, true); }
  Polynomial lower(const Polynomial& polynomial) { return bound(polynomial, false); }
  /// An upper bound of a polynomial without negative coefficients, valid wherever it may be computed: in a
  /// loop's test the counter reaches its count, and a loop may have no iteration. No part of the bound is
  /// negative; the guard demands that where it is not certain.
  Polynomial reach(const Polynomial& polynomial);
  /// Whether bounds exist: a counter has none while the test of its loop is looked at.
  bool is_bounded(const Polynomial& polynomial) const;
  /// Whether the signs of the coefficients alone prove it.
  bool is_never_negative(const Polynomial& polynomial);
  /// Whether bounds prove that it is not negative.
  bool is_certain(const Polynomial& polynomial);
  /// Whether bounds prove that the value is from 0 to count - 1.
  bool is_within(const Polynomial& polynomial, const Polynomial& count);

  Polynomial substitute(const Polynomial& polynomial, const Substitution& substitution) {
    return substitute(polynomial, substitution, true);
  }
  /// The same, but not inside quotients, remainders and minima.
  Polynomial substitute_outside(const Polynomial& polynomial, const Substitution& substitution) {
    return substitute(polynomial, substitution, false);
  }

  /// Adds the condition to the guard unless it always holds. Rejects for `reason` if it never holds or no
  /// launch can tell.
  void require_zero(const Polynomial& polynomial, const char* reason);
  void require_not_negative(const Polynomial& polynomial, const char* reason);
  /// Whether the guard demands already that it is not negative.
  bool is_demanded(const Polynomial& polynomial);
  const Conditions& conditions() const { return conditions_; }
  /// Rejects, since no launch meets the condition: for the reason why it was added, where that was.
  [[noreturn]] void reject_condition(const Polynomial& condition) const { throw reasons_.at(condition); }
  /// Whether the number is certainly zero in no launch.
  bool is_never_zero(const Polynomial& polynomial);
  /// The local sizes that the guard fixes.
  Substitution equalities();
  /// Goes back to earlier conditions, when the attempt that added others was given up.
  void restore(const Conditions& conditions) { conditions_ = conditions; }

 private:
  Symbol add(SymbolInfo info);
  Symbol find(const SymbolInfo& info) const;
  Symbol find_or_add(SymbolInfo info);
  Polynomial bound(const Polynomial& polynomial, bool up);
  Polynomial substitute(const Polynomial& polynomial, const Substitution& substitution, bool inside);
  Polynomial substitute(Symbol symbol, const Substitution& substitution);
  Polynomial reach(Symbol symbol);
  Polynomial reduce(const Polynomial& dividend, const Polynomial& divisor, Polynomial& whole);
  Polynomial recombine(Polynomial polynomial) const;
  void note_hints(const Polynomial& dividend, const Polynomial& divisor);

  std::vector<SymbolInfo> rows_{1};
  std::map<std::pair<SymbolKind, unsigned>, Symbol> by_index_;  ///< what `get` gave
  Conditions conditions_;
  std::unordered_map<Polynomial, Rejected, Polynomial::Hash> reasons_;
  const llvm::DILocation* place_ = nullptr;
  LocalSizes assumed_, local_size_hints_;
  Multiples multiples_, multiple_hints_;
};

}  // namespace quadcl::compiler::recognise
