// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/recognise/values/path.h"
#include "compiler/recognise/values/value.h"

namespace quadcl::compiler::recognise {

/// Integer arithmetic. A value is a polynomial modulo its width. Where it is used as a number, it must be
/// certain that the width cut nothing off.
class Integers {
 public:
  Integers(const Path& path, Symbols& symbols, Expressions& expressions)
      : path_(path), symbols_(symbols), expressions_(expressions) {}

  Value binary(const llvm::BinaryOperator& operation, const Value& left, const Value& right);
  Value compare(const llvm::ICmpInst& compare, const Value& left, const Value& right);
  Value minimum(const Value& x, const Value& y, unsigned width);
  /// x, which the guard demands not to be below `least`.
  Value maximum(const Value& x, const Value& least, unsigned width, bool is_unsigned);

  /// The value as a number, once it is certain that its width did not cut anything off.
  Polynomial exact(const Value& value, unsigned width, bool never_negative);
  /// Demands the conditions that make all of that certain, and returns them.
  std::vector<Polynomial> require_sizes();

 private:
  /// A number of 8 or 16 bits: its largest value, and the largest that its width can hold.
  struct NarrowIndex {
    Polynomial magnitude;
    std::int64_t most;
    bool operator==(const NarrowIndex&) const = default;
  };

  Polynomial narrow(const Polynomial& number, unsigned width, bool never_negative);
  void note_magnitude(const Polynomial::Term& term);
  void require_from_zero(const Polynomial& number);
  Value shift_right(const Value& number, unsigned width, std::int64_t count, bool is_logical);
  Value mask(const Value& value, std::int64_t mask, unsigned width);
  std::optional<Polynomial> truncated(const Polynomial& number, std::int64_t mask);
  Value other_half(const Polynomial& number);
  Value compare_numbers(llvm::CmpInst::Predicate predicate, const Polynomial& x, const Polynomial& y);

  const Path& path_;
  Symbols& symbols_;
  Expressions& expressions_;
  /// Bounds every number that a width of 32 or more bits could have cut off: none is larger than the largest
  /// value of this.
  Polynomial magnitude_;
  /// The numbers of 8 and 16 bits: too few to share a bound.
  std::vector<NarrowIndex> narrow_;
};

}  // namespace quadcl::compiler::recognise
