// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/select/arithmetic.h"

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <bit>

#include "compiler/qpu/analysis/chip.h"
#include "qpu/isa/tables.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using isa::MulOp;

}  // namespace

Operand Arithmetic::choose(Test test, Operand if_true, Operand if_false) {
  const Operand result = emit_.move(if_false);
  return emit_.move_to(result, if_true, test.condition);
}

/// Its sign in all bits above its width.
Operand Arithmetic::with_sign(Operand value, unsigned bits) {
  if (bits >= 32) return value;
  const Operand by =
      constant(32 - bits < 16 ? 32 - bits : 32 - bits - 32);  // shifts take their number modulo 32
  return emit_.add(AddOp::asr, emit_.add(AddOp::shl, value, by), by);
}

/// Zeros in all bits above its width.
Operand Arithmetic::without_sign(Operand value, unsigned bits) {
  return bits >= 32 ? value : emit_.masked(value, (1U << bits) - 1);
}

/// The product with a number that is known, modulo 2^32.
Operand Arithmetic::scaled(Operand index, std::uint32_t factor) {
  if (factor == 1) return index;
  const unsigned zeros = static_cast<unsigned>(std::countr_zero(factor));
  if (std::has_single_bit(factor))
    return emit_.add(AddOp::shl, index, constant(zeros < 16 ? zeros : zeros - 32));
  return product_of(index, constant(factor));
}

/// With the uppermost 8 bits apart; mul24 ignores them.
Operand Arithmetic::product_of(Operand a, Operand b) {
  const Operand by_24 = constant(24 - 32);  // shifts take their number modulo 32
  const Operand upper_a = emit_.add(AddOp::shr, a, by_24), upper_b = emit_.add(AddOp::shr, b, by_24);
  const Operand crossed = emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, upper_a, b),
                                    emit_.multiply(MulOp::mul24, a, upper_b));
  return emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, a, b), emit_.add(AddOp::shl, crossed, by_24));
}

/// All 64 bits of the product of two unsigned numbers, from halves of 16 bits.
Parts Arithmetic::wide_product_of(Operand a, Operand b) {
  const Operand by_16 = constant(16 - 32);
  const auto lower = [&](Operand x) { return emit_.masked(x, 0xffff); };
  const auto upper = [&](Operand x) { return emit_.add(AddOp::shr, x, by_16); };
  const Operand a0 = lower(a), a1 = upper(a), b0 = lower(b), b1 = upper(b);
  const Operand low = emit_.multiply(MulOp::mul24, a0, b0), high = emit_.multiply(MulOp::mul24, a1, b1);
  const Operand first = emit_.multiply(MulOp::mul24, a0, b1), second = emit_.multiply(MulOp::mul24, a1, b0);
  // The middle: no sum of these is above 2^32 - 1.
  const Operand middle = emit_.add(AddOp::add, first, upper(low));
  const Operand rest = emit_.add(AddOp::add, second, lower(middle));
  const Operand carried = emit_.add(AddOp::add, upper(middle), upper(rest));
  return {emit_.joined(emit_.add(AddOp::shl, rest, by_16), lower(low)), emit_.add(AddOp::add, high, carried)};
}

Parts Arithmetic::wide_multiply(Parts a, Parts b) {
  const Parts whole = wide_product_of(a.low, b.low);
  const Operand crossed = emit_.add(AddOp::add, product_of(a.low, b.high), product_of(a.high, b.low));
  return {whole.low, emit_.add(AddOp::add, whole.high, crossed)};
}

/// A sum or difference.
Parts Arithmetic::with_carry(AddOp op, Parts a, Parts b) {
  Operation sum;
  sum.kind = OperationKind::add;
  sum.add = op;
  sum.target = emit_.code().new_value();
  sum.a = a.low;
  sum.b = b.low;
  sum.sets_flags = true;
  const Operand low = emit_.emit(sum);
  const Operand high = b.high == zero() ? emit_.move(a.high) : emit_.add(op, a.high, b.high);
  return Parts{low, emit_.add_to(high, op, high, constant(1), Condition::carry_set)};
}

/// `sign`: all ones where the negative number is wanted, else 0.
Parts Arithmetic::negated_where(Operand sign, Parts number) {
  const Parts bits{emit_.add(AddOp::bit_xor, number.low, sign), emit_.add(AddOp::bit_xor, number.high, sign)};
  return with_carry(AddOp::sub, bits, {sign, sign});
}

/// Shifts of registers take their number modulo 32, so first both halves are shifted by that. What passes
/// from one to the other goes by 1, and by 31 minus the number. From 32 on, one half becomes the other.
Parts Arithmetic::wide_shift(unsigned opcode, Parts value, Operand by) {
  const bool to_left = opcode == llvm::Instruction::Shl;
  const AddOp down = opcode == llvm::Instruction::AShr ? AddOp::asr : AddOp::shr;
  const AddOp own = to_left ? AddOp::shl : AddOp::shr, opposite = to_left ? AddOp::shr : AddOp::shl;
  const Operand from = to_left ? value.low : value.high, to = to_left ? value.high : value.low;
  const Operand passed =
      emit_.add(opposite, emit_.add(opposite, from, constant(1)), emit_.unary(AddOp::bit_not, by));
  const Operand near = emit_.add(to_left ? own : down, from, by),
                far = emit_.joined(emit_.add(own, to, by), passed);
  const Operand rest =
      opcode == llvm::Instruction::AShr ? emit_.add(AddOp::asr, value.high, constant(31 - 32)) : zero();
  emit_.flags(AddOp::bit_and, by, constant(32));
  const Test is_short{Condition::zero_set};
  const Operand from_result = choose(is_short, near, rest), to_result = choose(is_short, far, near);
  return to_left ? Parts{from_result, to_result} : Parts{to_result, from_result};
}

/// By a number that is known.
Parts Arithmetic::wide_shift(unsigned opcode, Parts value, unsigned by) {
  const bool to_left = opcode == llvm::Instruction::Shl;
  const AddOp down = opcode == llvm::Instruction::AShr ? AddOp::asr : AddOp::shr;
  const auto amount = [&](unsigned bits) { return constant(bits < 16 ? bits : bits - 32); };
  const Operand sign =
      opcode == llvm::Instruction::AShr ? emit_.add(AddOp::asr, value.high, amount(31)) : zero();
  if (by == 0) return value;
  if (by == 1 && to_left) return with_carry(AddOp::add, value, value);
  if (by == 32) return to_left ? Parts{zero(), value.low} : Parts{value.high, sign};
  if (by > 32) {
    return to_left ? Parts{zero(), emit_.add(AddOp::shl, value.low, amount(by - 32))}
                   : Parts{emit_.add(down, value.high, amount(by - 32)), sign};
  }
  if (to_left) {
    const Operand moved = emit_.add(AddOp::shr, value.low, amount(32 - by));
    return {emit_.add(AddOp::shl, value.low, amount(by)),
            emit_.joined(emit_.add(AddOp::shl, value.high, amount(by)), moved)};
  }
  const Operand moved = emit_.add(AddOp::shl, value.high, amount(32 - by));
  return {emit_.joined(emit_.add(AddOp::shr, value.low, amount(by)), moved),
          emit_.add(down, value.high, amount(by))};
}

/// An unsigned number as a float, rounded to zero.
Operand Arithmetic::unsigned_to_float(Operand number, bool is_positive) {
  if (is_positive) return emit_.unary(AddOp::itof, number);
  // Half of it, twice: the bit that is lost is beyond those of a float.
  const Operand half = emit_.unary(AddOp::itof, emit_.add(AddOp::shr, number, constant(1)));
  const Operand twice = emit_.add(AddOp::fadd, half, half), plain = emit_.unary(AddOp::itof, number);
  emit_.flags(AddOp::bit_or, number, number);
  return choose({Condition::negative_set}, twice, plain);
}

/// A float from 0 to below 2^32 as an unsigned number.
Operand Arithmetic::float_to_unsigned(Operand x, bool is_below_2_31) {
  const Operand plain = emit_.unary(AddOp::ftoi, x);
  if (is_below_2_31) return plain;
  const Operand half = float_constant(0x1p31f);
  const Operand above =
      emit_.add(AddOp::add, emit_.unary(AddOp::ftoi, emit_.add(AddOp::fsub, x, half)), constant(kSignBit));
  emit_.flags(AddOp::fmax, half, x);  // C: 2^31 is more
  return choose({Condition::carry_set}, plain, above);
}

/// An unsigned number of 64 bits as a float, rounded to zero: the bits that the halves lose are none of the
/// sum.
Operand Arithmetic::wide_to_float(Parts number) {
  const Operand high =
      emit_.multiply(MulOp::fmul, unsigned_to_float(number.high, false), float_constant(0x1p32f));
  return emit_.add(AddOp::fadd, high, unsigned_to_float(number.low, false));
}

/// A float from 0 to below 2^64 as an unsigned number.
Parts Arithmetic::float_to_wide(Operand x) {
  const Operand high = float_to_unsigned(emit_.multiply(MulOp::fmul, x, float_constant(0x1p-32f)), false);
  const Operand taken = emit_.multiply(MulOp::fmul, unsigned_to_float(high, false), float_constant(0x1p32f));
  return {float_to_unsigned(emit_.add(AddOp::fsub, x, taken), false), high};
}

/// The result of one of the special functions, which comes to r4.
Operand Arithmetic::special(unsigned function, Operand x) {
  emit_.move_to(port(function), x);
  return emit_.move(accumulator(kResults));
}

/// `factor` times the special function's estimate of the reciprocal of x, improved by a step of third order.
/// No intermediate result is smaller than the last, so that none is 0 instead. The result is too large by
/// what `one` is.
Operand Arithmetic::by_reciprocal(std::optional<Operand> factor, Operand x, float one) {
  const Operand y = special(isa::write_address::sfu_recip, x);
  const Operand start = factor ? emit_.multiply(MulOp::fmul, *factor, y) : y;
  const Operand error = one_minus(emit_.multiply(MulOp::fmul, x, y));
  const Operand change = emit_.add(AddOp::fadd, error, emit_.multiply(MulOp::fmul, error, error));
  return emit_.multiply(MulOp::fmul, start, emit_.add(AddOp::fadd, float_constant(one), change));
}

Operand Arithmetic::one_minus(Operand x) { return emit_.add(AddOp::fsub, float_constant(1.0f), x); }

/// A root or its inverse, by a step of third order from the special function's estimate of the inverse.
Operand Arithmetic::root(Operand x, bool inverts) {
  const Operand inverse = special(isa::write_address::sfu_recipsqrt, x), one = float_constant(1.0f),
                half = float_constant(0.5f);
  const Operand root = emit_.multiply(MulOp::fmul, x, inverse), start = inverts ? inverse : root;
  const Operand error = emit_.add(AddOp::fsub, one, emit_.multiply(MulOp::fmul, root, inverse));
  const Operand factor =
      emit_.add(AddOp::fadd, half, emit_.multiply(MulOp::fmul, error, float_constant(0.375f)));
  const Operand change = emit_.multiply(MulOp::fmul, emit_.multiply(MulOp::fmul, start, error), factor);
  return emit_.add(AddOp::fadd, start, change);
}

/// The even one of two that are equally near. The float is less than 2^23.
Operand Arithmetic::nearest_whole_number(Operand x) {
  const Operand half = float_constant(0.5f), size = emit_.add(AddOp::fmaxabs, x, x);
  const Operand up = emit_.unary(AddOp::ftoi, emit_.add(AddOp::fadd, size, half)),
                even = emit_.add(AddOp::bit_and, up, constant(~1U));
  emit_.flags(AddOp::bit_xor, emit_.add(AddOp::fsub, emit_.unary(AddOp::itof, up), size), half);
  const Operand nearest = emit_.unary(AddOp::itof, choose({Condition::zero_set}, even, up));
  return emit_.add(AddOp::bit_or, nearest, emit_.add(AddOp::bit_and, x, constant(kSignBit)));
}

/// Floats of 2^23 and more are whole; the others fit into an integer.
Operand Arithmetic::whole_number(Operand x, unsigned intrinsic) {
  const Operand cut = emit_.unary(AddOp::itof, emit_.unary(AddOp::ftoi, x)), one = float_constant(1.0f);
  Operand whole = cut;
  if (intrinsic == llvm::Intrinsic::floor) {
    const Operand below = emit_.add(AddOp::fsub, cut, one);
    emit_.flags(AddOp::fmax, cut, x);  // C: the number is less
    whole = choose({Condition::carry_set}, below, cut);
  } else if (intrinsic == llvm::Intrinsic::ceil) {
    const Operand above = emit_.add(AddOp::fadd, cut, one);
    emit_.flags(AddOp::fmax, x, cut);  // C: the number is more
    whole = choose({Condition::carry_set}, above, cut);
  } else if (intrinsic == llvm::Intrinsic::rint) {
    whole = nearest_whole_number(x);
  }
  const Operand size = emit_.add(AddOp::fmaxabs, x, x);
  emit_.flags(AddOp::fmax, float_constant(0x1p23f), size);  // C: 2^23 is more
  return choose({Condition::carry_set}, whole, x);
}

}  // namespace quadcl::compiler::qpu
