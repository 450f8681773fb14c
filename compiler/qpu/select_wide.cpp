// SPDX-License-Identifier: Apache-2.0
// Products, which the chip has for numbers of 24 bits only, and integers of 64 bits in two registers.
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/qpu/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using isa::MulOp;

}  // namespace

bool Selector::is_positive(const llvm::Value& value) const {
  return llvm::isKnownNonNegative(&value, layout_);
}

/// The lower 32 bits.
Operand Selector::product(const llvm::Value& a, const llvm::Value& b) {
  const unsigned bits = a.getType()->getIntegerBitWidth();
  const auto is_short = [&](const llvm::Value& value) {
    return llvm::computeKnownBits(&value, layout_).countMaxActiveBits() <= 24;
  };
  const bool short_a = is_short(a), short_b = is_short(b);
  if (bits <= 24 || (short_a && short_b)) return emit_.multiply(MulOp::mul24, low(a), low(b));
  if (short_a || short_b) {
    const Operand number = low(short_a ? a : b), whole = low(short_a ? b : a);
    const Operand upper =
        emit_.multiply(MulOp::mul24, emit_.add(AddOp::shr, whole, constant(24 - 32)), number);
    return emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, whole, number),
                     emit_.add(AddOp::shl, upper, constant(24 - 32)));
  }
  return product_of(low(a), low(b));
}

/// With the uppermost 8 bits apart; mul24 ignores them.
Operand Selector::product_of(Operand a, Operand b) {
  const Operand by_24 = constant(24 - 32);  // shifts take their number modulo 32
  const Operand upper_a = emit_.add(AddOp::shr, a, by_24), upper_b = emit_.add(AddOp::shr, b, by_24);
  const Operand crossed = emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, upper_a, b),
                                    emit_.multiply(MulOp::mul24, a, upper_b));
  return emit_.add(AddOp::add, emit_.multiply(MulOp::mul24, a, b), emit_.add(AddOp::shl, crossed, by_24));
}

/// All 64 bits of the product of two unsigned numbers, from halves of 16 bits.
Parts Selector::wide_product_of(Operand a, Operand b) {
  const Operand by_16 = constant(16 - 32), mask = constant(0xffff);
  const auto lower = [&](Operand x) { return emit_.add(AddOp::bit_and, x, mask); };
  const auto upper = [&](Operand x) { return emit_.add(AddOp::shr, x, by_16); };
  const Operand a0 = lower(a), a1 = upper(a), b0 = lower(b), b1 = upper(b);
  const Operand low = emit_.multiply(MulOp::mul24, a0, b0), high = emit_.multiply(MulOp::mul24, a1, b1);
  const Operand first = emit_.multiply(MulOp::mul24, a0, b1), second = emit_.multiply(MulOp::mul24, a1, b0);
  // The middle: no sum of these is above 2^32 - 1.
  const Operand middle = emit_.add(AddOp::add, first, upper(low));
  const Operand rest = emit_.add(AddOp::add, second, lower(middle));
  const Operand carried = emit_.add(AddOp::add, upper(middle), upper(rest));
  return {emit_.add(AddOp::bit_or, emit_.add(AddOp::shl, rest, by_16), lower(low)),
          emit_.add(AddOp::add, high, carried)};
}

Parts Selector::wide_arithmetic(const llvm::BinaryOperator& instruction) {
  const Parts a = parts(*instruction.getOperand(0)), b = parts(*instruction.getOperand(1));
  const auto bitwise = [&](AddOp op) {
    return Parts{emit_.add(op, a.low, b.low), emit_.add(op, a.high, b.high)};
  };
  const auto with_carry = [&](AddOp op) {
    Operation sum;
    sum.kind = OperationKind::add;
    sum.add = op;
    sum.target = emit_.code().new_value();
    sum.a = a.low;
    sum.b = b.low;
    sum.sets_flags = true;
    const Operand low = emit_.emit(sum), high = emit_.add(op, a.high, b.high);
    return Parts{low, emit_.add_to(high, op, high, constant(1), Condition::carry_set)};
  };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
      return with_carry(AddOp::add);
    case llvm::Instruction::Sub:
      return with_carry(AddOp::sub);
    case llvm::Instruction::And:
      return bitwise(AddOp::bit_and);
    case llvm::Instruction::Or:
      return bitwise(AddOp::bit_or);
    case llvm::Instruction::Xor:
      return bitwise(AddOp::bit_xor);
    case llvm::Instruction::Mul: {
      const Parts whole = wide_product_of(a.low, b.low);
      const Operand crossed = emit_.add(AddOp::add, product_of(a.low, b.high), product_of(a.high, b.low));
      return {whole.low, emit_.add(AddOp::add, whole.high, crossed)};
    }
    default:
      refuse(instruction, "it divides numbers of 64 bits");
      return {zero(), zero()};
  }
}

/// By a number that is known.
Parts Selector::wide_shift(unsigned opcode, Parts value, unsigned by) {
  const bool to_left = opcode == llvm::Instruction::Shl;
  const AddOp down = opcode == llvm::Instruction::AShr ? AddOp::asr : AddOp::shr;
  const auto amount = [&](unsigned bits) { return constant(bits < 16 ? bits : bits - 32); };
  const Operand sign =
      opcode == llvm::Instruction::AShr ? emit_.add(AddOp::asr, value.high, amount(31)) : zero();
  if (by == 0) return value;
  if (by == 32) return to_left ? Parts{zero(), value.low} : Parts{value.high, sign};
  if (by > 32) {
    return to_left ? Parts{zero(), emit_.add(AddOp::shl, value.low, amount(by - 32))}
                   : Parts{emit_.add(down, value.high, amount(by - 32)), sign};
  }
  if (to_left) {
    const Operand moved = emit_.add(AddOp::shr, value.low, amount(32 - by));
    return {emit_.add(AddOp::shl, value.low, amount(by)),
            emit_.add(AddOp::bit_or, emit_.add(AddOp::shl, value.high, amount(by)), moved)};
  }
  const Operand moved = emit_.add(AddOp::shl, value.high, amount(32 - by));
  return {emit_.add(AddOp::bit_or, emit_.add(AddOp::shr, value.low, amount(by)), moved),
          emit_.add(down, value.high, amount(by))};
}

}  // namespace quadcl::compiler::qpu
