// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/safe_division.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace quadcl::compiler {
namespace {

bool is_signed(const llvm::BinaryOperator& division) {
  return division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
}

/// A constant without an element 0 and, for signed division, without -1.
bool is_harmless(const llvm::BinaryOperator& division) {
  using namespace llvm::PatternMatch;
  const llvm::APInt* divisor = nullptr;
  if (!match(division.getOperand(1), m_APInt(divisor))) return false;
  return !divisor->isZero() && !(is_signed(division) && divisor->isAllOnes());
}

}  // namespace

void make_safe(llvm::BinaryOperator& division) {
  if (is_harmless(division)) return;
  llvm::IRBuilder<> builder(&division);
  llvm::Type* type = division.getType();
  llvm::Value* dividend = division.getOperand(0);
  llvm::Value* divisor = builder.CreateFreeze(division.getOperand(1));
  llvm::Value* bad = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (is_signed(division)) {
    dividend = builder.CreateFreeze(dividend);
    const auto least = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
    llvm::Value* is_least = builder.CreateICmpEQ(dividend, llvm::ConstantInt::get(type, least));
    llvm::Value* minus_one = builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type));
    bad = builder.CreateOr(bad, builder.CreateAnd(is_least, minus_one));
    division.setOperand(0, dividend);
  }
  division.setOperand(1, builder.CreateSelect(bad, llvm::ConstantInt::get(type, 1), divisor));
}

llvm::PreservedAnalyses SafeDivision::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (division == nullptr || !division->isIntDivRem() || is_harmless(*division)) continue;
    make_safe(*division);
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
