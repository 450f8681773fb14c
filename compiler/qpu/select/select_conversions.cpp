// SPDX-License-Identifier: Apache-2.0
// Numbers become those of other types.
#include <llvm/Analysis/ValueTracking.h>

#include <bit>

#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using isa::MulOp;

constexpr std::uint32_t kSignBit = 0x80000000U;

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

/// An unsigned number of 64 bits as a float, rounded to zero: the bits that the halves lose are none of the
/// sum.
Operand Selector::wide_to_float(Parts number) {
  const Operand high =
      emit_.multiply(MulOp::fmul, unsigned_to_float(number.high, false), constant(bits_of(0x1p32f)));
  return emit_.add(AddOp::fadd, high, unsigned_to_float(number.low, false));
}

/// A float from 0 to below 2^64 as an unsigned number.
Parts Selector::float_to_wide(Operand x) {
  const Operand high = float_to_unsigned(emit_.multiply(MulOp::fmul, x, constant(bits_of(0x1p-32f))), false);
  const Operand taken =
      emit_.multiply(MulOp::fmul, unsigned_to_float(high, false), constant(bits_of(0x1p32f)));
  return {float_to_unsigned(emit_.add(AddOp::fsub, x, taken), false), high};
}

Operand Selector::to_float(const llvm::Value& from, bool is_signed) {
  const unsigned bits = from.getType()->getIntegerBitWidth();
  if (bits <= 32) {
    const Operand number = extended(from, is_signed);
    return is_signed ? emit_.unary(AddOp::itof, number)
                     : unsigned_to_float(number, bits < 32 || is_positive(from));
  }
  const Parts number = wide(from, is_signed);
  if (!is_signed || is_positive(from)) return wide_to_float(number);
  const Operand sign = emit_.add(AddOp::asr, number.high, constant(31 - 32));
  return emit_.add(AddOp::bit_or, wide_to_float(negated_where(sign, number)),
                   emit_.add(AddOp::bit_and, number.high, constant(kSignBit)));
}

void Selector::to_integer(const llvm::CastInst& cast) {
  const bool is_signed = cast.getOpcode() == llvm::Instruction::FPToSI;
  const unsigned bits = cast.getType()->getIntegerBitWidth();
  const Operand x = low(*cast.getOperand(0));
  if (bits <= 32) return set(cast, float_to_unsigned(x, is_signed || bits < 32));
  if (!is_signed) return set(cast, float_to_wide(x));
  const Parts size = float_to_wide(emit_.add(AddOp::fmaxabs, x, x));
  set(cast, negated_where(emit_.add(AddOp::asr, x, constant(31 - 32)), size));
}

void Selector::extend(llvm::CastInst& cast) {
  const bool is_signed = cast.getOpcode() == llvm::Instruction::SExt;
  const llvm::Value& from = *cast.getOperand(0);
  if (cast.getType()->getIntegerBitWidth() > 32) return set(cast, wide(from, is_signed));
  set(cast, extended(from, is_signed));
}

void Selector::truncate(llvm::CastInst& cast) {
  const Parts from = parts(*cast.getOperand(0));
  if (!cast.getType()->isIntegerTy(1))
    return set(cast, {from.low, cast.getType()->getIntegerBitWidth() > 32 ? from.high : Operand{}});
  const Operand bit = emit_.add(AddOp::bit_and, from.low, constant(1));
  set(cast, emit_.add(AddOp::sub, zero(), bit));
}

void Selector::visitCastInst(llvm::CastInst& cast) {
  const llvm::Value& from = *cast.getOperand(0);
  const llvm::Type &source = *from.getType(), &target = *cast.getType();
  for (const llvm::Type* type : {&source, &target}) {
    if (type->isDoubleTy() || type->isHalfTy() || type->isVectorTy())
      return refuse(cast, type->isDoubleTy() ? "it uses double" : "it uses half or vectors");
    if (type->isIntegerTy() && type->getIntegerBitWidth() > 64)
      return refuse(cast, "it has integers of more than 64 bits");
  }
  switch (cast.getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
      return extend(cast);
    case llvm::Instruction::Trunc:
      return truncate(cast);
    case llvm::Instruction::PtrToInt:
      return set(cast, {low(from), target.getIntegerBitWidth() > 32 ? zero() : Operand{}});
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::AddrSpaceCast:
      return set(cast, low(from));
    case llvm::Instruction::BitCast:
      return set(cast, parts(from));
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return set(cast, to_float(from, cast.getOpcode() == llvm::Instruction::SIToFP));
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
      return to_integer(cast);
    default:
      visitInstruction(cast);
  }
}

}  // namespace quadcl::compiler::qpu
