// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_divisions.h"

#include <llvm/Support/DivisionByConstantInfo.h>

namespace quadcl::compiler {
namespace {

bool is_signed(const llvm::BinaryOperator& division) {
  const auto opcode = division.getOpcode();
  return opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
}

bool is_remainder(const llvm::BinaryOperator& division) {
  const auto opcode = division.getOpcode();
  return opcode == llvm::Instruction::URem || opcode == llvm::Instruction::SRem;
}

/// Integers from -2^51 to 2^51 are added to the last bits of this double, and their sum is a double, too.
constexpr double kShift = 0x1.8p52;
constexpr std::uint64_t kShiftBits = 0x4338000000000000, kSmall = std::uint64_t{1} << 51;

/// Division of vectors of small 64-bit integers.
class SmallDivision {
 public:
  SmallDivision(llvm::IRBuilder<>& builder, llvm::Type* type)
      : builder_(builder),
        type_(type),
        real_(llvm::VectorType::get(builder.getDoubleTy(), llvm::cast<llvm::VectorType>(type))) {}

  /// Whether all are from -2^51 to 2^51, or from 0.
  llvm::Value* are_small(llvm::Value* left, llvm::Value* right, bool is_signed) {
    const auto positive = [&](llvm::Value* integers) {
      return is_signed ? builder_.CreateAdd(integers, integer(kSmall)) : integers;
    };
    llvm::Value* bits = builder_.CreateOr(positive(left), positive(right));
    return builder_.CreateAndReduce(builder_.CreateICmpULT(bits, integer(is_signed ? 2 * kSmall : kSmall)));
  }

  /// The quotient of the numbers, which is an integer or further from the next one than the rounding error.
  llvm::Value* quotient(llvm::Value* left, llvm::Value* right) {
    llvm::Value* ratio = builder_.CreateFDiv(number(left), number(right));
    llvm::Value* whole = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, ratio);
    llvm::Value* bits = builder_.CreateBitCast(builder_.CreateFAdd(whole, shift()), type_);
    return builder_.CreateSub(bits, integer(kShiftBits));
  }

 private:
  llvm::Constant* integer(std::uint64_t value) { return llvm::ConstantInt::get(type_, value); }
  llvm::Constant* shift() { return llvm::ConstantFP::get(real_, kShift); }

  llvm::Value* number(llvm::Value* integers) {
    llvm::Value* bits = builder_.CreateAdd(integers, integer(kShiftBits));
    return builder_.CreateFSub(builder_.CreateBitCast(bits, real_), shift());
  }

  llvm::IRBuilder<>& builder_;
  llvm::Type* type_;
  llvm::Type* real_;
};

/// Division of vectors of 64-bit integers by a constant: multiplication by a fraction of a power of two. LLVM
/// would divide one by one.
class ConstantDivision {
 public:
  ConstantDivision(llvm::IRBuilder<>& builder, llvm::Value* left, const llvm::APInt& divisor)
      : builder_(builder), left_(left), divisor_(divisor) {}

  llvm::Value* unsigned_quotient() {
    const auto factors = llvm::UnsignedDivisionByConstantInfo::get(divisor_);
    llvm::Value* high = high_product(builder_.CreateLShr(left_, factors.PreShift), factors.Magic);
    if (factors.IsAdd)
      high = builder_.CreateAdd(builder_.CreateLShr(builder_.CreateSub(left_, high), 1), high);
    return builder_.CreateLShr(high, factors.PostShift);
  }

  llvm::Value* signed_quotient() {
    const auto factors = llvm::SignedDivisionByConstantInfo::get(divisor_);
    const llvm::APInt& magic = factors.Magic;
    // The product as if both were unsigned is too large by the other one for each that is negative.
    llvm::Value* high = high_product(left_, magic);
    llvm::Value* sign = builder_.CreateAShr(left_, 63);
    high = builder_.CreateSub(high, builder_.CreateAnd(sign, constant(magic)));
    if (magic.isNegative()) high = builder_.CreateSub(high, left_);
    if (divisor_.isStrictlyPositive() && magic.isNegative()) high = builder_.CreateAdd(high, left_);
    if (divisor_.isNegative() && magic.isStrictlyPositive()) high = builder_.CreateSub(high, left_);
    high = builder_.CreateAShr(high, factors.ShiftAmount);
    return builder_.CreateAdd(high, builder_.CreateLShr(high, 63));
  }

 private:
  llvm::Constant* constant(const llvm::APInt& value) {
    return llvm::ConstantInt::get(left_->getType(), value);
  }

  /// The upper half of the product, from products of halves.
  llvm::Value* high_product(llvm::Value* integers, const llvm::APInt& factor) {
    const llvm::APInt low_bits = llvm::APInt::getLowBitsSet(64, 32);
    llvm::Constant *low_factor = constant(factor & low_bits), *high_factor = constant(factor.lshr(32));
    llvm::Constant* mask = constant(low_bits);
    llvm::Value *low = builder_.CreateAnd(integers, mask), *high = builder_.CreateLShr(integers, 32);
    llvm::Value* carried = builder_.CreateLShr(builder_.CreateMul(low, low_factor), 32);
    llvm::Value* first = builder_.CreateAdd(builder_.CreateMul(high, low_factor), carried);
    llvm::Value* second =
        builder_.CreateAdd(builder_.CreateMul(low, high_factor), builder_.CreateAnd(first, mask));
    llvm::Value* upper =
        builder_.CreateAdd(builder_.CreateMul(high, high_factor), builder_.CreateLShr(first, 32));
    return builder_.CreateAdd(upper, builder_.CreateLShr(second, 32));
  }

  llvm::IRBuilder<>& builder_;
  llvm::Value* left_;
  llvm::APInt divisor_;
};

}  // namespace

/// Processors have no integer division of vectors. Division of doubles is exact enough: the quotient of two
/// 32-bit integers is an integer, or further from the next integer than the rounding error. If all lanes have
/// the same divisor, its reciprocal is computed once. Quotients are then taken of numbers that are greater by
/// a half: their distance from the next integer is at least half the reciprocal, and the rounding error is at
/// most 2^-19 of it.
llvm::Value* LaneDivisions::divide_as_numbers(const llvm::BinaryOperator& operation, llvm::Value* left,
                                              llvm::Value* right) {
  const bool has_sign = is_signed(operation);
  llvm::Value& divisor = *operation.getOperand(1);
  const auto number = [&](llvm::Value* integer) {
    llvm::Type* real = integer->getType()->isVectorTy() ? values_.lanes_type(builder_.getDoubleTy())
                                                        : builder_.getDoubleTy();
    return has_sign ? builder_.CreateSIToFP(integer, real) : builder_.CreateUIToFP(integer, real);
  };
  llvm::Value* ratio = number(left);
  if (has_one_divisor(operation, row_)) {
    llvm::Value* half = llvm::ConstantFP::get(ratio->getType(), 0.5);
    if (has_sign) half = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, half, ratio);
    llvm::Value* one = llvm::ConstantFP::get(builder_.getDoubleTy(), 1);
    llvm::Value* reciprocal = builder_.CreateFDiv(one, number(values_.scalar(divisor)));
    ratio = builder_.CreateFMul(builder_.CreateFAdd(ratio, half), values_.splat(reciprocal));
  } else {
    ratio = builder_.CreateFDiv(ratio, number(right));
  }
  llvm::Value* quotient = has_sign ? builder_.CreateFPToSI(ratio, left->getType())
                                   : builder_.CreateFPToUI(ratio, left->getType());
  return is_remainder(operation) ? builder_.CreateSub(left, builder_.CreateMul(quotient, right)) : quotient;
}

/// 64-bit integers are divided as doubles where all lanes have small ones, else one by one.
llvm::Value* LaneDivisions::quotient_if_small(bool has_sign, llvm::Value* left, llvm::Value* right) {
  if (mask_ != nullptr)
    left = builder_.CreateSelect(mask_, left, llvm::Constant::getNullValue(left->getType()));
  SmallDivision division(builder_, left->getType());
  llvm::LLVMContext& context = builder_.getContext();
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  auto* together = llvm::BasicBlock::Create(context, "divide.together", function);
  auto* alone = llvm::BasicBlock::Create(context, "divide.alone", function);
  auto* done = llvm::BasicBlock::Create(context, "divided", function);
  builder_.CreateCondBr(division.are_small(left, right, has_sign), together, alone);

  builder_.SetInsertPoint(together);
  llvm::Value* quotient = division.quotient(left, right);
  builder_.CreateBr(done);
  builder_.SetInsertPoint(alone);
  llvm::Value* one_by_one = has_sign ? builder_.CreateSDiv(left, right) : builder_.CreateUDiv(left, right);
  builder_.CreateBr(done);

  builder_.SetInsertPoint(done);
  llvm::PHINode* result = builder_.CreatePHI(left->getType(), 2);
  result->addIncoming(quotient, together);
  result->addIncoming(one_by_one, alone);
  return result;
}

/// A quotient and a remainder of the same numbers share the division if they follow each other.
llvm::Value* LaneDivisions::divide_long(const llvm::BinaryOperator& operation, unsigned element,
                                        llvm::Value* left, llvm::Value* right) {
  const bool has_sign = is_signed(operation);
  const auto division_here = [&] {
    return LastDivision::Key(builder_.GetInsertBlock(), mask_, operation.getOperand(0),
                             operation.getOperand(1), element, has_sign);
  };
  if (division_here() != last_.key) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(right);
    const auto* divisor =
        constant != nullptr ? llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getSplatValue()) : nullptr;
    if (divisor == nullptr) {
      last_.quotient = quotient_if_small(has_sign, left, right);
    } else {
      ConstantDivision by_constant(builder_, left, divisor->getValue());
      last_.quotient = has_sign ? by_constant.signed_quotient() : by_constant.unsigned_quotient();
    }
    last_.key = division_here();
  }
  if (!is_remainder(operation)) return last_.quotient;
  return builder_.CreateSub(left, builder_.CreateMul(last_.quotient, right));
}

/// Inactive lanes must not divide by zero. A constant stays one: LLVM multiplies or shifts instead.
llvm::Value* LaneDivisions::widen(llvm::BinaryOperator& operation, unsigned element, llvm::Value* left,
                                  llvm::Value* right) {
  const bool as_numbers = divides_as_numbers(operation, row_.lanes, target_);
  const bool may_trap = operation.isIntDivRem() && !(as_numbers && has_one_divisor(operation, row_));
  if (may_trap && mask_ != nullptr && !llvm::isa<llvm::Constant>(right))
    right = builder_.CreateSelect(mask_, right, llvm::ConstantInt::get(right->getType(), 1));
  if (as_numbers) return divide_as_numbers(operation, left, right);
  if (divides_long(operation, row_.lanes, target_)) return divide_long(operation, element, left, right);
  llvm::Value* result = builder_.CreateBinOp(operation.getOpcode(), left, right);
  if (auto* made = llvm::dyn_cast<llvm::Instruction>(result)) made->copyIRFlags(&operation);
  return result;
}

}  // namespace quadcl::compiler
