// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/soft_halves.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler {
namespace {

constexpr std::uint32_t kMantissaShift = 23 - 10;
constexpr std::uint32_t kExponentStep = (127 - 15) << 23;   ///< difference of the biases, as float bits
constexpr std::uint32_t kFirstNormal = (127 - 14) << 23;    ///< the float 2^-14
constexpr std::uint32_t kFirstInfinite = (127 + 16) << 23;  ///< the float 2^16
constexpr std::uint32_t kInfinity = 0x7f800000;

/// The type with the same number of elements.
llvm::Type* of_width(llvm::Type* element, const llvm::Value* like) {
  const auto* vector = llvm::dyn_cast<llvm::VectorType>(like->getType());
  return vector == nullptr ? element : llvm::VectorType::get(element, vector->getElementCount());
}

llvm::Value* float_of(llvm::IRBuilder<>& builder, llvm::Value* half) {
  llvm::Type* integers = of_width(builder.getInt32Ty(), half);
  llvm::Type* floats = of_width(builder.getFloatTy(), half);
  llvm::Value* bits =
      builder.CreateZExt(builder.CreateBitCast(half, of_width(builder.getInt16Ty(), half)), integers);
  llvm::Value* size = builder.CreateAnd(bits, 0x7fff);
  llvm::Value* sign = builder.CreateShl(builder.CreateXor(bits, size), 16);
  llvm::Value* shifted = builder.CreateShl(size, kMantissaShift);
  llvm::Value* normal = builder.CreateAdd(shifted, llvm::ConstantInt::get(integers, kExponentStep));
  llvm::Value* special = builder.CreateOr(shifted, kInfinity);
  llvm::Value* subnormal = builder.CreateBitCast(
      builder.CreateFMul(builder.CreateUIToFP(size, floats), llvm::ConstantFP::get(floats, 0x1p-24)),
      integers);
  llvm::Value* is_subnormal = builder.CreateICmpULT(size, llvm::ConstantInt::get(integers, 0x400));
  llvm::Value* is_special = builder.CreateICmpUGE(size, llvm::ConstantInt::get(integers, 0x7c00));
  llvm::Value* result =
      builder.CreateSelect(is_subnormal, subnormal, builder.CreateSelect(is_special, special, normal));
  return builder.CreateBitCast(builder.CreateOr(result, sign), floats);
}

/// The last bit of a float from 1/2 to 1 has the value of a subnormal half's last bit, so the addition
/// rounds. QPUs round it to zero; there, the rest may be more than half of that, which it is on no CPU.
llvm::Value* subnormal_of(llvm::IRBuilder<>& builder, llvm::Value* size, llvm::Type* integers) {
  llvm::Type* floats = size->getType();
  llvm::Value *half_one = llvm::ConstantFP::get(floats, 0.5), *tie = llvm::ConstantFP::get(floats, 0x1p-25);
  llvm::Value* sum = builder.CreateFAdd(size, half_one);
  llvm::Value* rest = builder.CreateFSub(size, builder.CreateFSub(sum, half_one));
  llvm::Value* bits =
      builder.CreateSub(builder.CreateBitCast(sum, integers), builder.CreateBitCast(half_one, integers));
  llvm::Value* is_odd = builder.CreateAnd(bits, 1);
  llvm::Value* up = builder.CreateSelect(builder.CreateFCmpOEQ(rest, tie), is_odd,
                                         builder.CreateZExt(builder.CreateFCmpOGT(rest, tie), integers));
  return builder.CreateAdd(bits, up);
}

/// Rounds to nearest, ties to even.
llvm::Value* half_of(llvm::IRBuilder<>& builder, llvm::Value* number) {
  llvm::Type* integers = of_width(builder.getInt32Ty(), number);
  llvm::Type* floats = number->getType();
  const auto constant = [&](std::uint32_t value) { return llvm::ConstantInt::get(integers, value); };
  llvm::Value* bits = builder.CreateBitCast(number, integers);
  llvm::Value* size = builder.CreateAnd(bits, 0x7fffffff);
  llvm::Value* sign = builder.CreateLShr(builder.CreateXor(bits, size), 16);
  llvm::Value* is_odd = builder.CreateAnd(builder.CreateLShr(size, kMantissaShift), 1);
  llvm::Value* rounded =
      builder.CreateAdd(builder.CreateSub(size, constant(kExponentStep)),
                        builder.CreateAdd(is_odd, constant((1u << (kMantissaShift - 1)) - 1)));
  llvm::Value* normal = builder.CreateLShr(rounded, kMantissaShift);
  llvm::Value* subnormal = subnormal_of(builder, builder.CreateBitCast(size, floats), integers);
  llvm::Value* special = builder.CreateSelect(builder.CreateICmpUGT(size, constant(kInfinity)),
                                              constant(0x7e00), constant(0x7c00));
  llvm::Value* result = builder.CreateSelect(
      builder.CreateICmpULT(size, constant(kFirstNormal)), subnormal,
      builder.CreateSelect(builder.CreateICmpUGE(size, constant(kFirstInfinite)), special, normal));
  llvm::Value* half_bits =
      builder.CreateTrunc(builder.CreateOr(result, sign), of_width(builder.getInt16Ty(), number));
  return builder.CreateBitCast(half_bits, of_width(builder.getHalfTy(), number));
}

/// The size of a half.
llvm::Value* absolute_half(llvm::IRBuilder<>& builder, llvm::Value* half) {
  llvm::Value* bits = builder.CreateBitCast(half, of_width(builder.getInt16Ty(), half));
  return builder.CreateBitCast(builder.CreateAnd(bits, 0x7fff), half->getType());
}

/// Null for other instructions. No builtin function narrows a double to half at once.
llvm::Value* softened(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Type* to = instruction.getType();
  if (llvm::isa<llvm::FPExtInst>(instruction) &&
      instruction.getOperand(0)->getType()->getScalarType()->isHalfTy())
    return builder.CreateFPExt(float_of(builder, instruction.getOperand(0)), to);
  if (llvm::isa<llvm::FPTruncInst>(instruction) && to->getScalarType()->isHalfTy() &&
      instruction.getOperand(0)->getType()->getScalarType()->isFloatTy())
    return half_of(builder, instruction.getOperand(0));
  const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
  if (comparison != nullptr && comparison->getOperand(0)->getType()->getScalarType()->isHalfTy())
    return builder.CreateFCmp(comparison->getPredicate(), float_of(builder, comparison->getOperand(0)),
                              float_of(builder, comparison->getOperand(1)));
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fabs && to->getScalarType()->isHalfTy())
    return absolute_half(builder, call->getArgOperand(0));
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses SoftHalves::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::Value* result = softened(instruction);
    if (result == nullptr) continue;
    instruction.replaceAllUsesWith(result);
    instruction.eraseFromParent();
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
