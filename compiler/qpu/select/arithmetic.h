// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "compiler/qpu/select/emitter.h"

namespace quadcl::compiler::qpu {

/// The registers of a value: one, or two for 64 bits.
struct Parts {
  Operand low, high;
};

/// After operations that set flags: the condition under which a comparison holds in a lane.
struct Test {
  isa::Condition condition = isa::Condition::always;
  /// Lanes whose flags the comparison did not set, and which had none set, do not hold it.
  bool needs_set_flag() const;
  Test inverted() const;
};

/// Arithmetic that takes several operations: with the bits, products of 24 bits and estimates that the chip
/// has.
class Arithmetic {
 protected:
  explicit Arithmetic(Emitter& emit) : emit_(emit) {}

  Operand constant(std::uint32_t bits) { return emit_.constant(bits); }
  Operand float_constant(float number) { return constant(std::bit_cast<std::uint32_t>(number)); }
  Operand zero() { return constant(0); }
  Operand choose(Test test, Operand if_true, Operand if_false);

  // Integers of so many bits, extended to 32.
  Operand with_sign(Operand value, unsigned bits);
  Operand without_sign(Operand value, unsigned bits);

  // Products and integers of 64 bits.
  Operand scaled(Operand index, std::uint32_t factor);
  Operand product_of(Operand a, Operand b);
  Parts wide_product_of(Operand a, Operand b);
  Parts wide_multiply(Parts a, Parts b);
  Parts with_carry(isa::AddOp op, Parts a, Parts b);
  Parts negated_where(Operand sign, Parts number);
  Parts wide_shift(unsigned opcode, Parts value, unsigned by);
  Parts wide_shift(unsigned opcode, Parts value, Operand by);

  // Integers as floats, and back.
  Operand unsigned_to_float(Operand number, bool is_positive);
  Operand float_to_unsigned(Operand x, bool is_below_2_31);
  Operand wide_to_float(Parts number);
  Parts float_to_wide(Operand x);

  // Floats. The special functions have 11 bits.
  Operand special(unsigned function, Operand x);
  Operand by_reciprocal(std::optional<Operand> factor, Operand x, float one = 1);
  Operand reciprocal(Operand x) { return by_reciprocal({}, x); }
  Operand one_minus(Operand x);
  Operand root(Operand x, bool inverts);
  Operand whole_number(Operand x, unsigned intrinsic);
  Operand nearest_whole_number(Operand x);

  Emitter& emit_;
};

}  // namespace quadcl::compiler::qpu
