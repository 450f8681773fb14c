// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/stride_arithmetic.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace quadcl::compiler {
namespace {

std::optional<std::int64_t> constant(const llvm::Value* value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (number == nullptr || number->getBitWidth() > 64) return {};
  return number->getSExtValue();
}

}  // namespace

std::optional<std::int64_t> multiple_of_stride(std::int64_t stride, std::int64_t factor) {
  std::int64_t result = 0;
  constexpr std::int64_t kLargest = std::int64_t{1} << 31;
  if (__builtin_mul_overflow(stride, factor, &result) || result > kLargest || result < -kLargest) return {};
  return result;
}

std::optional<std::int64_t> combined_stride(const llvm::Instruction& operation, std::int64_t left,
                                            std::int64_t right) {
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&operation);
  const auto factor = constant(operation.getOperand(1));
  switch (operation.getOpcode()) {
    case llvm::Instruction::Or:
      if (!disjoint->isDisjoint()) return {};
      return left + right;
    case llvm::Instruction::Add:
      return left + right;
    case llvm::Instruction::Sub:
      return left - right;
    case llvm::Instruction::Xor:
      if (factor != -1) return {};
      return -left;
    case llvm::Instruction::Mul:
      if (!factor) return {};
      return multiple_of_stride(left, *factor);
    case llvm::Instruction::Shl:
      if (!factor || *factor < 0 || *factor >= 31) return {};
      return multiple_of_stride(left, std::int64_t{1} << *factor);
    default:
      return {};
  }
}

std::optional<AddressTerms> terms_of(const llvm::GetElementPtrInst& address) {
  const llvm::DataLayout& layout = address.getModule()->getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  AddressTerms terms;
  llvm::APInt constant_part(bits, 0);
  if (!llvm::cast<llvm::GEPOperator>(address).collectOffset(layout, bits, terms, constant_part)) return {};
  return terms;
}

std::optional<LowBits> low_bits(const llvm::Value& value) {
  using namespace llvm::PatternMatch;
  if (!value.getType()->isIntegerTy()) return {};
  const unsigned width = value.getType()->getIntegerBitWidth();
  llvm::Value* whole = nullptr;
  const llvm::APInt *mask = nullptr, *left = nullptr, *right = nullptr;
  if (match(&value, m_Trunc(m_Value(whole)))) return LowBits{whole, width};
  if (match(&value, m_ZExtOrSExt(m_Value(whole))))
    return LowBits{whole, whole->getType()->getIntegerBitWidth()};
  if (match(&value, m_And(m_Value(whole), m_APInt(mask))) && mask->isMask())
    return LowBits{whole, mask->countr_one()};
  const bool is_extended = match(&value, m_AShr(m_Shl(m_Value(whole), m_APInt(left)), m_APInt(right)));
  if (is_extended && *left == *right && left->ult(width))
    return LowBits{whole, width - static_cast<unsigned>(left->getZExtValue())};
  return {};
}

}  // namespace quadcl::compiler
