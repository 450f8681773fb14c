// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/modular_indices.h"

#include <llvm/IR/PatternMatch.h>

namespace quadcl::compiler {
namespace {

using llvm::Instruction;

/// The divisor without the choice that keeps it from trapping (safe_division.h).
llvm::Value* divisor_of(llvm::Value& divisor) {
  using namespace llvm::PatternMatch;
  llvm::Value* chosen = nullptr;
  return match(&divisor, m_Select(m_Value(), m_One(), m_Value(chosen))) ? chosen : &divisor;
}

llvm::Value* nonzero(llvm::Value* divisor, llvm::IRBuilder<>& builder) {
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, divisor,
                                       llvm::ConstantInt::get(divisor->getType(), 1));
}

/// The bits below the lowest one of `bits`.
llvm::Value* below_lowest(llvm::Value* bits, llvm::IRBuilder<>& builder) {
  return builder.CreateAnd(builder.CreateNot(bits),
                           builder.CreateAdd(bits, llvm::Constant::getAllOnesValue(bits->getType())));
}

}  // namespace

bool Period::divides() const {
  return operation == Instruction::UDiv || operation == Instruction::URem || is_signed();
}

bool Period::is_signed() const { return operation == Instruction::SDiv || operation == Instruction::SRem; }

bool Period::is_constant() const {
  return operation == Instruction::UDiv || operation == Instruction::SDiv || operation == Instruction::LShr ||
         operation == Instruction::AShr;
}

bool may_have_period(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntegerTy()) return false;
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return true;
    default:
      return false;
  }
}

std::optional<Period> period_of(const llvm::Instruction& instruction,
                                llvm::function_ref<bool(const llvm::Value&)> is_uniform) {
  if (!may_have_period(instruction)) return {};
  Period period{instruction.getOperand(0), instruction.getOperand(1),
                static_cast<Instruction::BinaryOps>(instruction.getOpcode())};
  if (instruction.isCommutative() && is_uniform(*period.index)) std::swap(period.index, period.length);
  if (period.divides()) period.length = divisor_of(*period.length);
  if (is_uniform(*period.index) || !is_uniform(*period.length)) return {};
  return period;
}

llvm::Value* last_place(const Period& period, llvm::Value* length, llvm::IRBuilder<>& builder) {
  llvm::Type* type = length->getType();
  llvm::Value* const minus_one = llvm::Constant::getAllOnesValue(type);
  if (period.divides()) return builder.CreateAdd(length, minus_one);
  llvm::Value* low = nullptr;
  if (period.is_constant()) {
    low = builder.CreateNot(builder.CreateShl(minus_one, length));
  } else {
    const bool clears = period.operation == Instruction::And;
    low = below_lowest(clears ? builder.CreateNot(length) : length, builder);
  }
  return builder.CreateAnd(low, llvm::APInt::getSignedMaxValue(type->getIntegerBitWidth()));
}

llvm::Value* place_in(const Period& period, llvm::Value* index, llvm::Value* length,
                      llvm::IRBuilder<>& builder) {
  return period.divides() ? builder.CreateURem(index, nonzero(length, builder))
                          : builder.CreateAnd(index, last_place(period, length, builder));
}

double share_within(const Period& period, std::uint64_t places) {
  if (!llvm::isa<llvm::ConstantInt>(period.length)) return 1;
  llvm::IRBuilder<> folder(period.length->getContext());
  const auto* last = llvm::dyn_cast<llvm::ConstantInt>(last_place(period, period.length, folder));
  if (last == nullptr || last->isNegative()) return 1;
  const double length = last->getValue().roundToDouble() + 1,
               first = length - static_cast<double>(places) + 1;
  // Rows start at multiples of their lanes: in a power of two, they begin with a period.
  return first <= 0 ? 0 : last->getValue().isMask() ? 1 : first / length;
}

llvm::Value* value_of(const Period& period, llvm::Value* index, llvm::Value* length,
                      llvm::IRBuilder<>& builder) {
  switch (period.operation) {
    case Instruction::UDiv:
    case Instruction::SDiv:
      return builder.CreateUDiv(index, nonzero(length, builder));
    case Instruction::URem:
    case Instruction::SRem:
      return builder.CreateURem(index, nonzero(length, builder));
    default:
      return builder.CreateBinOp(period.operation, index, length);
  }
}

}  // namespace quadcl::compiler
