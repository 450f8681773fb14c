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

std::uint32_t bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }

}  // namespace

/// Quotient and remainder. A first estimate, which is never too large, leaves less than 2^13 + b, or less
/// than 2 b if the quotient is short; a second one less than 2 b.
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
    return a.bits <= kShort && b.bits <= kShort ? emit_.multiply(MulOp::mul24, number, b.number)
                                                : product_of(number, b.number);
  };
  const Operand first = estimate(a.number, a.is_positive);
  const Operand left = emit_.add(AddOp::sub, a.number, times_b(first));
  Division result{first, left};
  const unsigned bits_of_b = divisor ? static_cast<unsigned>(std::bit_width(*divisor)) : 1;
  if (a.bits >= kExactQuotient + bits_of_b) {
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
    const unsigned width = value.getType()->getIntegerBitWidth();
    const unsigned known = llvm::computeKnownBits(&value, layout_).countMaxActiveBits();
    if (!is_signed || positive) return Dividend{number, positive || narrow, known};
    return Dividend{emit_.add(AddOp::max, number, emit_.add(AddOp::sub, zero(), number)), false, width};
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
      divisor ? constant(bits_of(static_cast<float>(kLess / static_cast<double>(*divisor))))
              : emit_.multiply(MulOp::fmul, reciprocal(wide_to_float(b)), constant(bits_of(kLess)));
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
