// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "compiler/recognise/axes.h"

namespace quadcl::compiler::recognise {

/// The index at which work-items store elements of a tile, as digits: their ids and counters, with gaps where
/// the tile is padded, and one of them rotated where its rows are skewed.
class TileIndex {
 public:
  /// `is_writers`: what differs between the stores. Rejects if two of them could meet in one element, or if
  /// it is not certain that they do not.
  TileIndex(Polynomial address, std::uint32_t size, const std::function<bool(Symbol)>& is_writers,
            Symbols& symbols);

  /// Which ids and counters stored the element at `address`. What must hold for that becomes a condition;
  /// rejects if no store did.
  Substitution writer_of(const Polynomial& address, Symbols& symbols) const;

  /// What the index is made of, the lightest first.
  const std::vector<Variable>& digits() const { return digits_; }

 private:
  /// Rows that start at another column each: `digit` stands for (variable + others) % modulus.
  struct Skew {
    Symbol variable = 0, digit = 0;
    Polynomial others;
    std::int64_t modulus = 0;
  };

  static std::optional<Skew> find_skew(Polynomial& address, const std::function<bool(Symbol)>& is_writers,
                                       Symbols& symbols);
  void add_digits(const std::vector<Variable>& variables, std::uint32_t size, Symbols& symbols);
  Substitution digits_of(Polynomial rest, Symbols& symbols) const;
  Polynomial unrotated(const Substitution& digits, Symbols& symbols) const;

  Polynomial address_, start_;
  std::vector<Variable> digits_;
  Polynomials strides_;  ///< in bytes
  std::optional<Skew> skew_;
};

}  // namespace quadcl::compiler::recognise
