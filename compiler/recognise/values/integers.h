// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/recognise/values/value.h"

namespace quadcl::compiler::recognise {

/// Which numbers the w bits of an operand stand for.
enum class Reading : std::uint8_t {
  low_bits,     ///< any number that ends in these bits: the operation gives the same low bits for all of them
  as_signed,    ///< -2^(w-1) to 2^(w-1) - 1
  as_unsigned,  ///< 0 to 2^w - 1
  /// 0 to 2^(w-1) - 1: a signed operation that rounds or orders as we compute it from 0 on only
  from_zero,
};

enum class RuleOf : std::uint8_t { instruction, intrinsic, comparison };

/// How an operation reads its operands. With numbers in the place of bits, the operation computes what it
/// does in OpenCL C if each operand is such a number.
struct IntegerRule {
  RuleOf kind = RuleOf::instruction;
  unsigned code = 0;  ///< opcode, ID of the intrinsic, or predicate
  Reading left = Reading::low_bits;
  Reading right = Reading::low_bits;  ///< as_unsigned for the counts of shifts, which are constants
};

llvm::ArrayRef<IntegerRule> integer_rules();
/// Null for operations that are not understood.
const IntegerRule* rule_of(const llvm::Instruction& instruction);

/// Integer arithmetic. A value is a polynomial modulo its width. Where an operation uses it as a number
/// (`integer_rules`), it must be certain that the polynomial is the number which the operation reads.
class Integers {
 public:
  Integers(const Path& path, Symbols& symbols, Expressions& expressions)
      : path_(path), symbols_(symbols), expressions_(expressions) {}

  Value binary(const llvm::BinaryOperator& operation, const Value& left, const Value& right);
  Value compare(const llvm::ICmpInst& compare, const Value& left, const Value& right);
  /// `of`: a call, or "x < y ? x : y".
  Value minimum(const llvm::Instruction& of, const Value& x, const Value& y);
  /// x, which the guard demands not to be below `least`.
  Value maximum(const llvm::CallInst& call, const Value& x, const Value& least);
  /// A wider number of the same value.
  Value extend(const llvm::CastInst& cast, const Value& value);

  /// The value as a number, once it is certain that this is the number which an operation reads.
  Polynomial exact(const Value& value, unsigned width, Reading reading);
  /// Demands the conditions that make all of that certain, and returns them.
  std::vector<Polynomial> require_sizes();

 private:
  /// A number of 8 or 16 bits: its largest value, and the largest that its width can hold.
  struct NarrowIndex {
    Polynomial magnitude;
    std::int64_t most;
    bool operator==(const NarrowIndex&) const = default;
  };

  Polynomial narrow(const Polynomial& number, unsigned width, Reading reading);
  void note_magnitude(const Polynomial::Term& term);
  void require_from_zero(const Polynomial& number);
  Value shift_right(const Value& number, unsigned width, std::int64_t count, Reading reading);
  Value divide(const llvm::BinaryOperator& operation, const IntegerRule& rule, const Value& left,
               const Value& right);
  Value mask(const Value& value, std::int64_t mask, unsigned width, Reading reading);
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
