// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/safe_conversion.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

bool passes_integers_on(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntOrIntVectorTy()) return false;
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::PHINode, llvm::FreezeInst,
                   llvm::IntrinsicInst, llvm::ExtractElementInst, llvm::InsertElementInst,
                   llvm::ShuffleVectorInst>(instruction);
}

/// Whether an address is computed from the value.
bool is_index(const llvm::Instruction& value) {
  Worklist<const llvm::Instruction*> open;
  open.add(&value);
  while (!open.empty()) {
    for (const llvm::User* user : open.take()->users()) {
      const auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return true;
      if (passes_integers_on(*instruction)) open.add(instruction);
    }
  }
  return false;
}

void replace(llvm::Instruction& old, llvm::Value* by) {
  old.replaceAllUsesWith(by);
  old.eraseFromParent();
}

/// A saturating conversion towards zero; 0 for NaN. It uses comparisons, because LLVM splits vectors for its
/// own saturating conversions if the processor has none.
llvm::Value* saturate(llvm::IRBuilder<>& builder, llvm::Value* number, llvm::Type* type, bool is_signed) {
  const unsigned bits = type->getScalarSizeInBits();
  const auto largest = is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  const auto smallest = is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getMinValue(bits);
  const auto as_number = [&](const llvm::APInt& integer) {
    llvm::APFloat nearest(number->getType()->getScalarType()->getFltSemantics());
    nearest.convertFromAPInt(integer, is_signed, llvm::APFloat::rmTowardZero);
    return llvm::ConstantFP::get(number->getType(), nearest);
  };
  number = builder.CreateFreeze(number);
  llvm::Constant* start = as_number(smallest);
  llvm::Value* inside = builder.CreateSelect(builder.CreateFCmpOGT(number, start), number, start);
  llvm::Value* converted =
      is_signed ? builder.CreateFPToSI(inside, type) : builder.CreateFPToUI(inside, type);
  llvm::Value* beyond = builder.CreateFCmpOGT(number, as_number(largest));
  llvm::Value* saturated = builder.CreateSelect(beyond, llvm::ConstantInt::get(type, largest), converted);
  if (!is_signed) return saturated;
  return builder.CreateSelect(builder.CreateFCmpUNO(number, number), llvm::Constant::getNullValue(type),
                              saturated);
}

void freeze(llvm::Instruction& conversion) {
  llvm::Value* fixed = llvm::IRBuilder<>(conversion.getNextNode()).CreateFreeze(&conversion);
  conversion.replaceUsesWithIf(fixed, [&](const llvm::Use& use) { return use.getUser() != fixed; });
}

/// Whether the instruction was a conversion to an integer.
bool make_safe(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) {
    if (is_index(instruction)) {
      replace(instruction, saturate(builder, instruction.getOperand(0), instruction.getType(),
                                    llvm::isa<llvm::FPToSIInst>(instruction)));
    } else {
      freeze(instruction);
    }
    return true;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr) return false;
  const auto id = call->getIntrinsicID();
  if (id != llvm::Intrinsic::fptosi_sat && id != llvm::Intrinsic::fptoui_sat) return false;
  replace(instruction,
          saturate(builder, call->getArgOperand(0), call->getType(), id == llvm::Intrinsic::fptosi_sat));
  return true;
}

}  // namespace

llvm::PreservedAnalyses SafeConversion::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    changed |= make_safe(instruction);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
