// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/explicit_extensions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace quadcl::compiler {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kWidth = 64, kLowBits[] = {8, 16, 32};
/// The deepest sum that is looked through.
constexpr unsigned kDeepest = 6;

llvm::Value* shift_left(llvm::Value* number, std::uint64_t by, llvm::IRBuilder<>& builder) {
  return by == 0 ? number : builder.CreateShl(number, by);
}

/// Numbers that were shifted to the left, and sums, differences and multiples of them: `unshifted` computes
/// the same from the low bits of the numbers. LLVM shifts early: `x + 1` as an index becomes `ashr (add (shl
/// x, 32), 1 << 32), 32`.
class ShiftedSum {
 public:
  ShiftedSum(llvm::Value& sum, unsigned shift) : sum_(sum), shift_(shift) {}

  bool has_shift() const { return has_shift(sum_, 0); }

  llvm::Value* unshifted(llvm::IRBuilder<>& builder) const { return unshifted(sum_, builder); }

 private:
  bool has_shift(llvm::Value& value, unsigned depth) const {
    if (depth == kDeepest) return false;
    if (const llvm::APInt* constant = nullptr; match(&value, m_APInt(constant)))
      return constant->countr_zero() >= shift_;
    llvm::Value *left = nullptr, *right = nullptr;
    if (const llvm::APInt* by = nullptr; match(&value, m_Shl(m_Value(), m_APInt(by))))
      return by->uge(shift_) && by->ult(kWidth);
    if (match(&value,
              m_CombineOr(m_Add(m_Value(left), m_Value(right)), m_Sub(m_Value(left), m_Value(right)))))
      return has_shift(*left, depth + 1) && has_shift(*right, depth + 1);
    const llvm::APInt* factor = nullptr;
    return match(&value, m_Mul(m_Value(), m_APInt(factor))) && factor->countr_zero() >= shift_;
  }

  llvm::Value* unshifted(llvm::Value& value, llvm::IRBuilder<>& builder) const {
    llvm::Type* low = builder.getIntNTy(kWidth - shift_);
    const auto constant = [&](const llvm::APInt& number) {
      return llvm::ConstantInt::get(low, number.lshr(shift_).trunc(kWidth - shift_));
    };
    if (const llvm::APInt* number = nullptr; match(&value, m_APInt(number))) return constant(*number);
    auto& operation = llvm::cast<llvm::BinaryOperator>(value);
    llvm::Value& left = *operation.getOperand(0);
    if (const llvm::APInt* by = nullptr; match(&value, m_Shl(m_Value(), m_APInt(by))))
      return shift_left(builder.CreateTrunc(&left, low), by->getZExtValue() - shift_, builder);
    if (const llvm::APInt* factor = nullptr; match(&value, m_Mul(m_Value(), m_APInt(factor))))
      return builder.CreateMul(builder.CreateTrunc(&left, low), constant(*factor));
    llvm::Value* sum = builder.CreateBinOp(operation.getOpcode(), unshifted(left, builder),
                                           unshifted(*operation.getOperand(1), builder));
    if (auto* narrow = llvm::dyn_cast<llvm::BinaryOperator>(sum)) narrow->copyIRFlags(&operation);
    return sum;
  }

  llvm::Value& sum_;
  unsigned shift_;
};

/// The instruction with a sign extension spelled out; null if it is none.
llvm::Value* with_signed_extension(llvm::Instruction& instruction) {
  llvm::Value* number = nullptr;
  const llvm::APInt* down = nullptr;
  if (!match(&instruction, m_AShr(m_Value(number), m_APInt(down)))) return nullptr;
  for (const unsigned low_bits : kLowBits) {
    const unsigned up = kWidth - low_bits;
    const ShiftedSum sum(*number, up);
    if (down->ugt(up) || llvm::isa<llvm::Constant>(number) || !sum.has_shift()) continue;
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* extended = builder.CreateSExt(sum.unshifted(builder), instruction.getType());
    return shift_left(extended, up - down->getZExtValue(), builder);
  }
  return nullptr;
}

/// The instruction with a zero extension spelled out; null if it is none.
llvm::Value* with_unsigned_extension(llvm::Instruction& instruction) {
  llvm::Value* number = nullptr;
  const llvm::APInt *mask = nullptr, *up = nullptr;
  if (!match(&instruction, m_And(m_Value(number), m_APInt(mask)))) return nullptr;
  unsigned shift = 0;
  if (llvm::Value* inner = nullptr; match(number, m_Shl(m_Value(inner), m_APInt(up))) && up->ult(kWidth)) {
    shift = static_cast<unsigned>(up->getZExtValue());
    number = inner;
  }
  const unsigned low_bits = mask->popcount();
  const bool is_low = *mask == llvm::APInt::getBitsSet(kWidth, shift, std::min(kWidth, shift + low_bits));
  if (!is_low || !llvm::is_contained(kLowBits, low_bits)) return nullptr;
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* low = builder.CreateTrunc(number, builder.getIntNTy(low_bits));
  return shift_left(builder.CreateZExt(low, instruction.getType()), shift, builder);
}

}  // namespace

llvm::PreservedAnalyses ExplicitExtensions::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!instruction.getType()->isIntegerTy(kWidth)) continue;
    llvm::Value* spelled_out = with_signed_extension(instruction);
    if (spelled_out == nullptr) spelled_out = with_unsigned_extension(instruction);
    if (spelled_out == nullptr) continue;
    instruction.replaceAllUsesWith(spelled_out);
    instruction.eraseFromParent();
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
