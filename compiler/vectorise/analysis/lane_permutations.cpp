// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/lane_permutations.h"

#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace quadcl::compiler {
namespace {

using llvm::Instruction;

/// Indices are not followed farther than this.
constexpr std::int64_t kFarthest = 1 << 16;

/// The operation on the bits of an offset. Empty if it is another than those with arrangements.
std::optional<std::int64_t> on_low_bits(unsigned operation, std::int64_t offset,
                                        const llvm::APInt& constant) {
  const auto bits = static_cast<std::uint64_t>(offset), operand = constant.getZExtValue();
  const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  switch (operation) {
    case Instruction::And:
      return number(bits & operand);
    case Instruction::Or:
      return number((bits | operand) - operand);
    case Instruction::Xor:
      return number((bits ^ operand) - operand);
    case Instruction::LShr:
    case Instruction::AShr:
      return operand < 64 ? std::optional(number(bits >> operand)) : std::nullopt;
    case Instruction::UDiv:
    case Instruction::SDiv:
      return constant.isPowerOf2() ? std::optional(number(bits / operand)) : std::nullopt;
    case Instruction::URem:
    case Instruction::SRem:
      return constant.isPowerOf2() ? std::optional(number(bits % operand)) : std::nullopt;
    default:
      return {};
  }
}

}  // namespace

std::optional<Arrangement> arrangement_of(
    const llvm::Instruction& instruction,
    llvm::function_ref<std::optional<Offsets>(const llvm::Value&)> offsets_of) {
  if (!llvm::isa<llvm::BinaryOperator>(instruction)) return {};
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (constant == nullptr || constant->getBitWidth() > 64) return {};
  const unsigned operation = instruction.getOpcode();
  const bool is_signed = operation == Instruction::SDiv || operation == Instruction::SRem;
  if (is_signed && constant->isNegative()) return {};
  if (!on_low_bits(operation, 0, constant->getValue())) return {};
  auto offsets = offsets_of(*instruction.getOperand(0));
  if (!offsets) return {};
  for (std::int64_t& offset : *offsets) {
    if (offset < 0 || offset > kFarthest) return {};
    offset = *on_low_bits(operation, offset, constant->getValue());
  }
  return Arrangement{instruction.getOperand(0), is_signed, std::move(*offsets)};
}

llvm::Value* begins_block(llvm::Value* first, llvm::ArrayRef<std::int64_t> offsets,
                          llvm::IRBuilder<>& builder) {
  const auto last = static_cast<std::uint64_t>(*std::max_element(offsets.begin(), offsets.end()));
  const std::uint64_t bits_of_offsets = llvm::NextPowerOf2(last) - 1;
  llvm::Type* type = first->getType();
  if (!llvm::isUIntN(type->getIntegerBitWidth(), bits_of_offsets)) return builder.getFalse();
  return builder.CreateICmpEQ(builder.CreateAnd(first, bits_of_offsets), llvm::Constant::getNullValue(type));
}

}  // namespace quadcl::compiler
