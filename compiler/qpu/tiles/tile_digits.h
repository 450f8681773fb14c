// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <limits>

#include "compiler/qpu/tiles/linear_sum.h"

namespace quadcl::compiler::qpu {

/// The least and the greatest number that a value may be.
struct Span {
  std::int64_t low = 0, high = 0;
};
inline constexpr Span kAnyNumber{std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::uint32_t>::max()};
inline Span both(Span a, Span b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
using SpanOf = std::function<Span(llvm::Value&)>;

/// What the terms of a sum may add up to, without its constant.
Span span_of_terms(const LinearSum& sum, const PlaceInArray& place, const SpanOf& span_of);
inline std::int64_t floor_of_quotient(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// The place at which work-items store elements of an array: multiples of variables, such as ids and counters
/// of loops, that differ between the stores, and a rest that is the same for all.
class TileDigits {
 public:
  struct Digit {
    llvm::Value* variable;
    std::int64_t stride;  ///< in bytes
    Span span;            ///< where the store is executed
    Span in_array;        ///< for any element of the array
  };
  /// The variables of the store to an element, in the order of `digits`.
  struct Writer {
    std::vector<LinearSum> variables;
    /// Where these are empty: the number to take apart by division, one digit after the other.
    LinearSum whole;
    std::int64_t within = 0;  ///< the byte of the element
    /// What is zero for elements that the store may have written.
    std::vector<LinearSum> zeros;
  };

  /// `is_digit`: which values differ between stores. `bytes`: of an element.
  TileDigits(const PlaceInArray& place, std::uint64_t bytes,
             const std::function<bool(llvm::Value&)>& is_digit, const SpanOf& span_of);

  /// Whether no two stores go to one element.
  bool is_certain() const { return certain_; }
  const std::vector<Digit>& digits() const { return digits_; }
  /// What is the same for all stores.
  const LinearSum& rest() const { return rest_; }
  /// Whether both store to the same elements.
  bool operator==(const TileDigits& other) const;

  enum class Answer { found, never, unknown };
  /// Which store wrote what an access of so many bytes reads.
  Answer writer_of(const PlaceInArray& place, std::uint64_t bytes, const SpanOf& span_of,
                   Writer& writer) const;

 private:
  std::int64_t greatest_below(std::size_t digit) const;
  bool is_apart(const LinearSum& whole, const PlaceInArray& place, std::uint64_t bytes,
                const SpanOf& span_of) const;
  bool takes_apart(LinearSum whole, const PlaceInArray& place, const SpanOf& span_of, Writer& writer) const;
  std::optional<std::int32_t> quotient(std::int32_t constant, Span lower, std::size_t digit) const;

  std::vector<Digit> digits_;  ///< those with the largest strides first
  LinearSum rest_;
  std::int64_t bytes_;
  bool certain_ = true;
};

}  // namespace quadcl::compiler::qpu
