// SPDX-License-Identifier: Apache-2.0
// Numbers become those of other types.
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/qpu/select/select.h"

#include "compiler/qpu/analysis/chip.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;

}  // namespace

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
