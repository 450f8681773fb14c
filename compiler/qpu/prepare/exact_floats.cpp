// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/exact_floats.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <climits>
#include <cstdlib>

#include "compiler/qpu/prepare/float_bits.h"

namespace quadcl::compiler::qpu {
namespace {

using llvm::CmpInst;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

constexpr unsigned kDigits = 24;  ///< of a float

bool is_float(const Value* value) { return value->getType()->isFPOrFPVectorTy(); }

/// An integer that is as much larger or smaller than others as the float is. Both zeros have the same.
Value* rank_of(Builder& build, Value* x) {
  Value* sign = build.CreateAShr(bits_of(build, x), 31);
  return build.CreateSub(build.CreateXor(size_of(build, x), sign), sign);
}

Value* is_nan(Builder& build, Value* x) {
  return build.CreateICmpSGT(size_of(build, x), build.getInt32(kInfinity));
}

bool may_be_nan(const Value& x) {
  const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&x);
  return number == nullptr || number->isNaN();
}

/// Whether one of the two is NaN.
Value* is_unordered(Builder& build, Value* x, Value* y) {
  Value* result = build.getFalse();
  for (Value* number : {x, y})
    if (may_be_nan(*number)) result = build.CreateOr(result, is_nan(build, number));
  return result;
}

/// The comparison of ranks for one of floats that are numbers.
CmpInst::Predicate of_ranks(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::FCMP_OEQ:
    case CmpInst::FCMP_UEQ:
      return CmpInst::ICMP_EQ;
    case CmpInst::FCMP_ONE:
    case CmpInst::FCMP_UNE:
      return CmpInst::ICMP_NE;
    case CmpInst::FCMP_OGT:
    case CmpInst::FCMP_UGT:
      return CmpInst::ICMP_SGT;
    case CmpInst::FCMP_OGE:
    case CmpInst::FCMP_UGE:
      return CmpInst::ICMP_SGE;
    case CmpInst::FCMP_OLT:
    case CmpInst::FCMP_ULT:
      return CmpInst::ICMP_SLT;
    case CmpInst::FCMP_OLE:
    case CmpInst::FCMP_ULE:
      return CmpInst::ICMP_SLE;
    default:
      return CmpInst::BAD_ICMP_PREDICATE;
  }
}

Value* exact_comparison(Builder& build, const llvm::FCmpInst& comparison) {
  const CmpInst::Predicate predicate = of_ranks(comparison.getPredicate());
  Value *x = comparison.getOperand(0), *y = comparison.getOperand(1);
  if (!x->getType()->isFloatTy() || predicate == CmpInst::BAD_ICMP_PREDICATE) return nullptr;
  Value* holds = build.CreateICmp(predicate, rank_of(build, x), rank_of(build, y));
  if (comparison.hasNoNaNs()) return holds;
  Value* unordered = is_unordered(build, x, y);
  return CmpInst::isUnordered(comparison.getPredicate()) ? build.CreateOr(holds, unordered)
                                                         : build.CreateAnd(holds, build.CreateNot(unordered));
}

/// The other number if one of the two is NaN.
Value* exact_extreme(Builder& build, const llvm::IntrinsicInst& call) {
  Value *x = call.getArgOperand(0), *y = call.getArgOperand(1);
  Value *rank_x = rank_of(build, x), *rank_y = rank_of(build, y);
  Value* takes_y = call.getIntrinsicID() == llvm::Intrinsic::minnum ? build.CreateICmpSLT(rank_y, rank_x)
                                                                    : build.CreateICmpSGT(rank_y, rank_x);
  if (!call.hasNoNaNs()) {
    if (may_be_nan(*y)) takes_y = build.CreateAnd(takes_y, build.CreateNot(is_nan(build, y)));
    if (may_be_nan(*x)) takes_y = build.CreateOr(takes_y, is_nan(build, x));
  }
  return build.CreateSelect(takes_y, y, x);
}

/// Null if the instruction stays.
Value* exact_form(llvm::Instruction& instruction) {
  Builder build(&instruction);
  if (const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return exact_comparison(build, *comparison);
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || !call->getType()->isFloatTy()) return nullptr;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::fabs:
      return build.CreateBitCast(size_of(build, call->getArgOperand(0)), call->getType());
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
      return exact_extreme(build, *call);
    default:
      return nullptr;
  }
}

/// Whether a whole number has so few digits that a float holds it.
bool fits(const Value& number, bool is_signed, const llvm::DataLayout& layout) {
  const unsigned bits = number.getType()->getIntegerBitWidth();
  if (is_signed) return bits - llvm::ComputeNumSignBits(&number, layout) + 1 <= kDigits + 1;
  return llvm::computeKnownBits(&number, layout).countMaxActiveBits() <= kDigits;
}

/// Whether an operand is a whole number of few digits, and the other a power of two: only the exponent
/// changes.
bool only_scales(const llvm::Instruction& product, const llvm::DataLayout& layout) {
  const auto* number = llvm::dyn_cast<llvm::CastInst>(product.getOperand(0));
  const auto* factor = llvm::dyn_cast<llvm::ConstantFP>(product.getOperand(1));
  if (number == nullptr || factor == nullptr || !number->getSrcTy()->isIntegerTy()) return false;
  constexpr int kMostExponent = 100;  // far from denormals and infinity
  const llvm::APFloat& value = factor->getValueAPF();
  return fits(*number->getOperand(0), number->getOpcode() == llvm::Instruction::SIToFP, layout) &&
         value.isFiniteNonZero() && value.getExactLog2Abs() != INT_MIN &&
         std::abs(value.getExactLog2Abs()) <= kMostExponent;
}

bool is_exact(const llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->getIntrinsicID() == llvm::Intrinsic::copysign;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Load:
    case llvm::Instruction::Store:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::FNeg:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
      return true;
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return fits(*instruction.getOperand(0), instruction.getOpcode() == llvm::Instruction::SIToFP, layout);
    case llvm::Instruction::FMul:
      return only_scales(instruction, layout);
    default:
      return false;
  }
}

}  // namespace

void make_floats_exact(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    Value* exact = exact_form(instruction);
    if (exact == nullptr) continue;
    instruction.replaceAllUsesWith(exact);
    instruction.eraseFromParent();
  }
}

const llvm::Instruction* inexact_float(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const bool has_floats =
        is_float(&instruction) ||
        llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return is_float(use); });
    if (has_floats && !is_exact(instruction, layout)) return &instruction;
  }
  return nullptr;
}

}  // namespace quadcl::compiler::qpu
