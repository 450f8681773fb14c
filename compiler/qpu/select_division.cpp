// SPDX-License-Identifier: Apache-2.0
// Division of integers, from estimates by floats.
#include <llvm/Analysis/ValueTracking.h>

#include <bit>

#include "compiler/qpu/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using isa::MulOp;

constexpr std::uint32_t kSignBit = 0x80000000U;
/// A little less than 1. A quotient by a reciprocal that was multiplied with it is never too large: Newton's
/// method and roundings to zero have errors below 2^-21.
constexpr float kLess = 1 - 0x1p-20f;

std::uint32_t bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }

}  // namespace

/// An unsigned number as a float, rounded to zero.
Operand Selector::unsigned_to_float(Operand number, bool is_positive) {
  if (is_positive) return emit_.unary(AddOp::itof, number);
  // Half of it, twice: the bit that is lost is beyond those of a float.
  const Operand half = emit_.unary(AddOp::itof, emit_.add(AddOp::shr, number, constant(1)));
  const Operand twice = emit_.add(AddOp::fadd, half, half), plain = emit_.unary(AddOp::itof, number);
  emit_.flags(AddOp::bit_or, number, number);
  return choose({Condition::negative_set}, twice, plain);
}

/// A float from 0 to below 2^32 as an unsigned number.
Operand Selector::float_to_unsigned(Operand x, bool is_below_2_31) {
  const Operand plain = emit_.unary(AddOp::ftoi, x);
  if (is_below_2_31) return plain;
  const Operand half = constant(bits_of(0x1p31f));
  const Operand above =
      emit_.add(AddOp::add, emit_.unary(AddOp::ftoi, emit_.add(AddOp::fsub, x, half)), constant(kSignBit));
  emit_.flags(AddOp::fmax, half, x);  // C: 2^31 is more
  return choose({Condition::carry_set}, plain, above);
}

/// Quotient and remainder. A first estimate, which is never too large, leaves less than 2^13 + b; a second
/// one less than 2 b.
Selector::Division Selector::divide(const Dividend& a, const Dividend& b,
                                    std::optional<std::uint32_t> divisor) {
  const Operand reciprocal_of_b =
      divisor ? constant(bits_of(static_cast<float>(kLess / static_cast<double>(*divisor))))
              : emit_.multiply(MulOp::fmul, reciprocal(unsigned_to_float(b.number, b.is_positive)),
                               constant(bits_of(kLess)));
  const auto estimate = [&](Operand number, bool is_positive) {
    const Operand x = emit_.multiply(MulOp::fmul, unsigned_to_float(number, is_positive), reciprocal_of_b);
    return float_to_unsigned(x, is_positive);
  };
  const auto times_b = [&](Operand number) {
    return a.is_short && b.is_short ? emit_.multiply(MulOp::mul24, number, b.number)
                                    : product_of(number, b.number);
  };
  const Operand first = estimate(a.number, a.is_positive);
  const Operand left = emit_.add(AddOp::sub, a.number, times_b(first));
  Division result{first, left};
  if (!a.is_short) {
    const Operand second = estimate(left, a.is_positive);
    result = {emit_.add(AddOp::add, first, second), emit_.add(AddOp::sub, left, times_b(second))};
  }
  // What is left may still be b or a little more.
  const Operand more = emit_.add(AddOp::sub, result.remainder, b.number),
                quotient = emit_.add(AddOp::add, result.quotient, constant(1));
  emit_.flags(AddOp::sub, result.remainder, b.number);
  return {choose({Condition::carry_clear}, quotient, result.quotient),
          choose({Condition::carry_clear}, more, result.remainder)};
}

void Selector::integer_division(llvm::BinaryOperator& instruction) {
  const unsigned opcode = instruction.getOpcode();
  const bool is_signed = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
  const bool wants_rest = opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem;
  const llvm::Value &x = *instruction.getOperand(0), &y = *instruction.getOperand(1);
  const auto dividend = [&](const llvm::Value& value) {
    const bool positive = is_positive(value), narrow = value.getType()->getIntegerBitWidth() < 32;
    const Operand number = extended(value, is_signed);
    const bool is_short = llvm::computeKnownBits(&value, layout_).countMaxActiveBits() <= 23 ||
                          (narrow && value.getType()->getIntegerBitWidth() <= 23);
    if (!is_signed || positive) return Dividend{number, positive || narrow, is_short};
    return Dividend{emit_.add(AddOp::max, number, emit_.add(AddOp::sub, zero(), number)), false,
                    narrow && is_short};
  };
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&y);
  std::optional<std::uint32_t> divisor;
  if (known != nullptr)
    divisor =
        static_cast<std::uint32_t>((is_signed ? known->getValue().abs() : known->getValue()).getZExtValue());
  const Division division = divide(dividend(x), dividend(y), divisor);
  const Operand result = wants_rest ? division.remainder : division.quotient;
  if (!is_signed || (is_positive(x) && is_positive(y))) return set(instruction, result);
  // The sign of a remainder is that of the dividend.
  const Operand signs =
      wants_rest ? extended(x, true) : emit_.add(AddOp::bit_xor, extended(x, true), extended(y, true));
  const Operand sign = emit_.add(AddOp::asr, signs, constant(31 - 32));
  set(instruction, emit_.add(AddOp::sub, emit_.add(AddOp::bit_xor, result, sign), sign));
}

}  // namespace quadcl::compiler::qpu
