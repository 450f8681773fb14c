// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/narrow_doubles.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler::qpu {
namespace {

using llvm::Instruction;
using llvm::Value;

bool is_narrow_integer(const Value& value) { return value.getType()->getIntegerBitWidth() <= 32; }

/// Operations whose operands are doubles, or come before any.
bool has_narrow_form(const Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::fabs:
      case llvm::Intrinsic::sqrt:
      case llvm::Intrinsic::fma:
      case llvm::Intrinsic::fmuladd:
      case llvm::Intrinsic::minnum:
      case llvm::Intrinsic::maxnum:
      case llvm::Intrinsic::floor:
      case llvm::Intrinsic::ceil:
      case llvm::Intrinsic::trunc:
        return true;
      default:
        return false;
    }
  }
  switch (instruction.getOpcode()) {
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      return is_narrow_integer(*instruction.getOperand(0));
    case Instruction::FPExt:
      return instruction.getOperand(0)->getType()->isFloatTy();
    case Instruction::FNeg:
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::PHI:
    case Instruction::Select:
      return true;
    default:
      return false;
  }
}

/// Where doubles end.
bool is_end(const Value& user) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&user);
  if (instruction == nullptr) return false;
  if (llvm::isa<llvm::FCmpInst>(instruction)) return true;
  return llvm::isa<llvm::FPTruncInst>(instruction) && instruction->getType()->isFloatTy();
}

class Narrowing {
 public:
  explicit Narrowing(llvm::Function& function) : float_(llvm::Type::getFloatTy(function.getContext())) {
    for (Instruction& instruction : llvm::instructions(function))
      if (instruction.getType()->isDoubleTy() && has_narrow_form(instruction)) doubles_.insert(&instruction);
    // Comparisons end doubles only if both operands do.
    while (doubles_.remove_if([this](Instruction* instruction) { return !is_closed(*instruction); })) {
    }
  }

  bool run() {
    for (Instruction* instruction : doubles_) make_place(*instruction);
    for (Instruction* instruction : doubles_) fill(*instruction);
    for (Instruction* instruction : doubles_) end(*instruction);
    for (Instruction* instruction : doubles_) instruction->dropAllReferences();
    for (Instruction* instruction : doubles_) instruction->eraseFromParent();
    return !doubles_.empty();
  }

 private:
  bool is_narrow(const Value& value) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    return llvm::isa<llvm::ConstantFP, llvm::UndefValue>(value) ||
           (instruction != nullptr && doubles_.contains(const_cast<Instruction*>(instruction)));
  }
  bool is_closed(const Instruction& instruction) const {
    const auto is_kept = [this](const Value* operand) {
      return !operand->getType()->isDoubleTy() || is_narrow(*operand);
    };
    return llvm::all_of(instruction.operands(), is_kept) &&
           llvm::all_of(instruction.users(), [&](const llvm::User* user) {
             return is_narrow(*user) || (is_end(*user) && llvm::all_of(user->operands(), is_kept));
           });
  }

  Value* narrow(Value* value) {
    if (!value->getType()->isDoubleTy()) return value;
    if (auto* instruction = llvm::dyn_cast<Instruction>(value)) return floats_.lookup(instruction);
    const auto* number = llvm::dyn_cast<llvm::ConstantFP>(value);
    if (number == nullptr) return llvm::UndefValue::get(float_);
    llvm::APFloat rounded = number->getValueAPF();
    bool loses = false;
    rounded.convert(float_->getFltSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return llvm::ConstantFP::get(float_, rounded);
  }

  /// The float, with the operands that are no doubles. Others may not have been made yet.
  void make_place(Instruction& instruction) {
    if (llvm::isa<llvm::FPExtInst>(instruction)) {
      floats_[&instruction] = instruction.getOperand(0);
      return;
    }
    Instruction* made = nullptr;
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      const llvm::SmallVector<Value*> operands(call->arg_size(), llvm::UndefValue::get(float_));
      made = llvm::IRBuilder<>(&instruction).CreateIntrinsic(float_, call->getIntrinsicID(), operands);
      made->copyFastMathFlags(&instruction);
    } else {
      made = instruction.clone();
      made->mutateType(float_);
      for (llvm::Use& operand : made->operands())
        if (operand->getType()->isDoubleTy()) operand.set(llvm::UndefValue::get(float_));
      made->insertBefore(&instruction);
    }
    floats_[&instruction] = made;
  }

  void fill(Instruction& instruction) {
    auto* made = llvm::dyn_cast<Instruction>(floats_.lookup(&instruction));
    if (made == nullptr || llvm::isa<llvm::FPExtInst>(instruction)) return;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const unsigned count = call != nullptr ? call->arg_size() : instruction.getNumOperands();
    for (unsigned i = 0; i < count; ++i) made->setOperand(i, narrow(instruction.getOperand(i)));
  }

  void end(Instruction& instruction) {
    for (llvm::User* user : llvm::make_early_inc_range(instruction.users())) {
      auto* last = llvm::cast<Instruction>(user);
      if (doubles_.contains(last)) continue;
      if (llvm::isa<llvm::FPTruncInst>(last)) {
        last->replaceAllUsesWith(floats_.lookup(&instruction));
        last->eraseFromParent();
      } else {
        for (llvm::Use& operand : last->operands()) operand.set(narrow(operand));
      }
    }
  }

  llvm::Type* float_;
  llvm::SetVector<Instruction*> doubles_;
  llvm::DenseMap<Instruction*, Value*> floats_;
};

}  // namespace

llvm::PreservedAnalyses NarrowDoubles::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  return unless_values_changed(Narrowing(function).run());
}

}  // namespace quadcl::compiler::qpu
