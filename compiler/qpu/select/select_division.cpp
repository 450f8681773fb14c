// SPDX-License-Identifier: Apache-2.0
// Division of integers, from estimates by floats.
#include <llvm/Analysis/ValueTracking.h>

#include <bit>

#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using isa::MulOp;

/// A little less than 1. A quotient by a reciprocal that was multiplied with it is never too large: Newton's
/// method and roundings to zero have errors below 2^-21.
constexpr float kLess = 1 - 0x1p-20f;

constexpr unsigned kShort = 23;          ///< bits of numbers that floats hold and mul24 multiplies
constexpr unsigned kExactQuotient = 18;  ///< bits of quotients whose estimate is too small by 1 at most

}  // namespace

/// The float of -2^31, which an integer takes 2^31 for, has the right size.
Operand Selector::float_of(Operand number, Range range) {
  if (range != Range::up_to_2_31) return unsigned_to_float(number, range == Range::below_2_31);
  const Operand x = emit_.unary(AddOp::itof, number);
  return emit_.add(AddOp::fmaxabs, x, x);
}

Operand Selector::inverse_of(const Dividend& b) {
  return emit_.multiply(MulOp::fmul, reciprocal(float_of(b.number, b.range)), float_constant(kLess));
}

/// Those of arguments are computed once, if there are registers for them.
Operand Selector::inverse_of(const llvm::Value& divisor, const Dividend& b, bool is_signed) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&divisor);
  if (argument == nullptr || !program_.keeps_inverses) return inverse_of(b);
  Operand& known = program_.inverses[{argument->getArgNo(), is_signed}];
  if (known.place == Place::none) {
    const std::uint32_t here = emit_.block();
    emit_.go_to(Program::kSetupBlock);
    known = inverse_of(dividend(divisor, is_signed));
    emit_.go_to(here);
  }
  return known;
}

/// The product of the divisor and a number of so many bits, modulo 2^32.
Operand Selector::product_with(const Dividend& b, Operand number, unsigned bits) {
  if (bits > kShort) return product_of(number, b.number);
  const Operand product = emit_.multiply(MulOp::mul24, number, b.number);
  if (b.bits <= kShort) return product;
  const Operand by_24 = constant(24 - 32);  // shifts take their number modulo 32
  const Operand upper = emit_.multiply(MulOp::mul24, emit_.add(AddOp::shr, b.number, by_24), number);
  return emit_.add(AddOp::add, product, emit_.add(AddOp::shl, upper, by_24));
}

/// Quotient and remainder. A first estimate, which is never too large, leaves less than 2^13 + b, or less
/// than 2 b if the quotient is short; a second one, which has few bits, less than 2 b.
Selector::Division Selector::divide(const Dividend& a, const Dividend& b, unsigned least_bits_of_b,
                                    Operand inverse) {
  constexpr unsigned kBitsOfSecond = 14;
  const auto estimate = [&](Operand number) {
    const Operand x = emit_.multiply(MulOp::fmul, float_of(number, a.range), inverse);
    return float_to_unsigned(x, a.range != Range::any);
  };
  const Operand first = estimate(a.number);
  const Operand left = emit_.add(AddOp::sub, a.number, product_with(b, first, a.bits));
  Division result{first, left};
  if (a.bits >= kExactQuotient + least_bits_of_b) {
    const Operand second = estimate(left);
    result = {emit_.add(AddOp::add, first, second),
              emit_.add(AddOp::sub, left, product_with(b, second, kBitsOfSecond))};
  }
  // What is left may still be b or a little more.
  const Operand more = emit_.add(AddOp::sub, result.remainder, b.number),
                quotient = emit_.add(AddOp::add, result.quotient, constant(1));
  emit_.flags(AddOp::sub, result.remainder, b.number);
  return {choose({Condition::carry_clear}, quotient, result.quotient),
          choose({Condition::carry_clear}, more, result.remainder)};
}

/// The size of a number.
Selector::Dividend Selector::dividend(const llvm::Value& value, bool is_signed) {
  const bool positive = is_positive(value), narrow = value.getType()->getIntegerBitWidth() < 32;
  const Operand number = extended(value, is_signed);
  const unsigned width = value.getType()->getIntegerBitWidth();
  const unsigned known = llvm::computeKnownBits(&value, layout_).countMaxActiveBits();
  if (!is_signed || positive) return {number, positive || narrow ? Range::below_2_31 : Range::any, known};
  return {emit_.add(AddOp::max, number, emit_.add(AddOp::sub, zero(), number)), Range::up_to_2_31, width};
}

void Selector::integer_division(llvm::BinaryOperator& instruction) {
  const unsigned opcode = instruction.getOpcode();
  const bool is_signed = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
  const bool wants_rest = opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem;
  const llvm::Value &x = *instruction.getOperand(0), &y = *instruction.getOperand(1);
  const Dividend a = dividend(x, is_signed), b = dividend(y, is_signed);
  unsigned least_bits_of_b = 1;
  Operand inverse;
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&y)) {
    const auto divisor =
        static_cast<std::uint32_t>((is_signed ? known->getValue().abs() : known->getValue()).getZExtValue());
    least_bits_of_b = static_cast<unsigned>(std::bit_width(divisor));
    inverse = float_constant(static_cast<float>(kLess / static_cast<double>(divisor)));
  } else {
    inverse = inverse_of(y, b, is_signed);
  }
  const Division division = divide(a, b, least_bits_of_b, inverse);
  const Operand result = wants_rest ? division.remainder : division.quotient;
  if (!is_signed || (is_positive(x) && is_positive(y))) return set(instruction, result);
  // The sign of a remainder is that of the dividend.
  const Operand signs =
      wants_rest ? extended(x, true) : emit_.add(AddOp::bit_xor, extended(x, true), extended(y, true));
  const Operand sign = emit_.add(AddOp::asr, signs, constant(31 - 32));
  set(instruction, emit_.add(AddOp::sub, emit_.add(AddOp::bit_xor, result, sign), sign));
}

/// One step of a division: an estimate of what is left of the quotient, at most 2^-19 of it too small, goes
/// from the remainder to the quotient.
void Selector::divide_once(WideDivision& division, Parts b, Operand reciprocal_of_b) {
  const Parts part =
      float_to_wide(emit_.multiply(MulOp::fmul, wide_to_float(division.remainder), reciprocal_of_b));
  const Parts left = with_carry(AddOp::sub, division.remainder, wide_multiply(part, b)),
              quotient = with_carry(AddOp::add, division.quotient, part);
  for (const auto& [target, source] : {std::pair{division.remainder, left}, {division.quotient, quotient}}) {
    emit_.move_to(target.low, source.low);
    emit_.move_to(target.high, source.high);
  }
  // From 2^18 on, the estimate may be off by more than 1.
  const Operand is_large =
      emit_.add(AddOp::bit_or, part.high, emit_.add(AddOp::shr, part.low, constant(18 - 32)));
  emit_.flags(AddOp::bit_or, is_large, is_large);
}

/// Of unsigned numbers. The estimates are repeated until all lanes have none that may be off by more than 1:
/// at most four times. Lanes that are not active may divide by 0; that they do not go on for ever, they
/// divide by 1.
Selector::WideDivision Selector::divide(Parts a, Parts b, std::optional<std::uint64_t> divisor) {
  if (!divisor) {
    b.low = emit_.move(b.low);
    emit_.flags(AddOp::bit_or, b.low, b.high);
    emit_.move_to(b.low, constant(1), Condition::zero_set);
  }
  const Operand reciprocal_of_b =
      divisor ? float_constant(static_cast<float>(kLess / static_cast<double>(*divisor)))
              : emit_.multiply(MulOp::fmul, reciprocal(wide_to_float(b)), float_constant(kLess));
  WideDivision division{{emit_.move(zero()), emit_.move(zero())}, {emit_.move(a.low), emit_.move(a.high)}};
  const std::uint32_t repeated = emit_.new_block_behind(emit_.block(), 2 + flow_.loops(*block_));
  emit_.go_to(repeated);
  divide_once(division, b, reciprocal_of_b);
  emit_.branch(isa::BranchCondition::any_zero_clear, repeated);
  split_block();
  const Parts less = with_carry(AddOp::sub, division.remainder, b),
              more = with_carry(AddOp::add, division.quotient, {constant(1), zero()});
  const Test fits = compare_halves(llvm::CmpInst::ICMP_UGE, division.remainder, b, false, Condition::always);
  const auto either = [&](Parts yes, Parts no) {
    return Parts{choose(fits, yes.low, no.low), choose(fits, yes.high, no.high)};
  };
  return {either(more, division.quotient), either(less, division.remainder)};
}

void Selector::wide_division(llvm::BinaryOperator& instruction) {
  const unsigned opcode = instruction.getOpcode();
  const bool is_signed = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
  const bool wants_rest = opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem;
  const llvm::Value &x = *instruction.getOperand(0), &y = *instruction.getOperand(1);
  const Parts a = wide(x, is_signed), b = wide(y, is_signed);
  const auto sign_of = [&](const llvm::Value& value, Parts number) {
    return !is_signed || is_positive(value) ? zero() : emit_.add(AddOp::asr, number.high, constant(31 - 32));
  };
  const Operand sign_a = sign_of(x, a), sign_b = sign_of(y, b);
  const auto size = [&](Parts number, Operand sign) {
    return sign == zero() ? number : negated_where(sign, number);
  };
  std::optional<std::uint64_t> divisor;
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&y))
    divisor = (is_signed ? known->getValue().abs() : known->getValue()).getZExtValue();
  const WideDivision division = divide(size(a, sign_a), size(b, sign_b), divisor);
  // The sign of a remainder is that of the dividend.
  const Operand sign = wants_rest || sign_b == zero() ? sign_a : emit_.add(AddOp::bit_xor, sign_a, sign_b);
  set(instruction, size(wants_rest ? division.remainder : division.quotient, sign));
}

}  // namespace quadcl::compiler::qpu
