// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "compiler/recognise/values/axes.h"

namespace quadcl::compiler::recognise {

/// The index at which work-items store the elements of a tile. Its digits are their ids and counters. A
/// padded tile has gaps between digits; in a skewed tile one digit is rotated.
class TileIndex {
 public:
  /// `limited`: symbols that replace ids if only the first work-items write. `differs`: whether a
  /// symbol differs between the stores. Rejects unless it is certain that no two stores go to one element.
  TileIndex(Polynomial address, std::uint32_t size, const std::function<bool(Symbol)>& differs,
            std::vector<Symbol> limited, Symbols& symbols);

  /// The ids and counters of the store to `address`; requires what that depends on. Rejects if there is no
  /// such store.
  Substitution writer_of(const Polynomial& address, Symbols& symbols) const;

  /// The digits, the lightest first.
  const std::vector<Variable>& digits() const { return digits_; }

 private:
  /// Each row starts at another column: `digit` stands for (variable + others) % modulus.
  struct Skew {
    Symbol variable = 0, digit = 0;
    Polynomial others;
    std::int64_t modulus = 0;
  };

  static std::optional<Skew> find_skew(Polynomial& address, const std::function<bool(Symbol)>& differs,
                                       Symbols& symbols);
  void add_digits(const std::vector<Variable>& variables, std::uint32_t size, Symbols& symbols);
  Substitution digits_of(Polynomial rest, Symbols& symbols) const;
  Polynomial unrotated(const Substitution& digits, Symbols& symbols) const;

  Polynomial address_, start_;
  std::vector<Variable> digits_;
  Polynomials strides_;  ///< in bytes
  std::vector<Symbol> limited_;
  std::optional<Skew> skew_;
};

}  // namespace quadcl::compiler::recognise
