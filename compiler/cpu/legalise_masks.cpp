// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/legalise_masks.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <map>

#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kNarrowest = 8, kWidest = 64, kFewestLanes = 4;

bool is_mask(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector != nullptr && vector->getElementType()->isIntegerTy(1) &&
         vector->getNumElements() >= kFewestLanes;
}

/// Processors that load the elements of a mask one after the other have registers for masks.
bool has_mask_registers(llvm::LLVMContext& context, const llvm::TargetTransformInfo& target) {
  auto* type = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), 8);
  return target.isLegalMaskedExpandLoad(type, llvm::Align(4));
}

bool leaves_block(const llvm::Instruction& mask) {
  return llvm::isa<llvm::PHINode>(mask) || llvm::any_of(mask.users(), [&](const llvm::User* user) {
           const auto* instruction = llvm::cast<llvm::Instruction>(user);
           return instruction->getParent() != mask.getParent() || llvm::isa<llvm::PHINode>(instruction);
         });
}

/// Whether the value is a mask that is computed from masks.
bool is_logic(const llvm::Value& value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr && is_mask(*value.getType()) &&
         (instruction->isBitwiseLogicOp() || llvm::isa<llvm::SelectInst, llvm::PHINode>(instruction));
}

class Widener {
 public:
  Widener(llvm::Function& function, unsigned register_bits)
      : function_(function), register_bits_(register_bits) {}

  bool run() {
    collect();
    for (llvm::Instruction* mask : masks_)
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(mask))
        wide_[phi] = llvm::PHINode::Create(wide_type(*phi->getType()), phi->getNumIncomingValues(), "",
                                           phi->getIterator());
    for (llvm::Instruction* mask : masks_) wide(*mask);
    for (llvm::Instruction* mask : masks_)
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(mask)) fill(*phi);
    for (llvm::Instruction* mask : masks_) replace_uses(*mask);
    erase();
    return !masks_.empty();
  }

 private:
  /// Masks that leave their block, and all that is computed from and for them.
  void collect() {
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (is_mask(*instruction.getType()) && leaves_block(instruction)) masks_.insert(&instruction);
    for (std::size_t i = 0; i < masks_.size(); ++i) {
      llvm::Instruction* mask = masks_[i];
      for (llvm::User* user : mask->users())
        if (is_logic(*user)) masks_.insert(llvm::cast<llvm::Instruction>(user));
      if (!is_logic(*mask)) continue;
      for (llvm::Value* operand : mask->operands())
        if (llvm::isa<llvm::Instruction>(operand) && is_mask(*operand->getType()))
          masks_.insert(llvm::cast<llvm::Instruction>(operand));
    }
  }

  llvm::Type* wide_type(const llvm::Type& type) const {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(type).getNumElements();
    const unsigned bits = std::clamp(register_bits_ / lanes, kNarrowest, kWidest);
    return llvm::FixedVectorType::get(llvm::Type::getIntNTy(type.getContext(), bits), lanes);
  }

  llvm::Value* wide(llvm::Value& mask) {
    if (const auto known = wide_.find(&mask); known != wide_.end()) return known->second;
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&mask);
    const auto place = instruction != nullptr ? instruction->getInsertionPointAfterDef() : std::nullopt;
    llvm::IRBuilder<> builder(function_.getContext());
    if (place) {
      builder.SetInsertPoint(instruction->getParent(), *place);
    } else {
      builder.SetInsertPoint(&function_.getEntryBlock(), function_.getEntryBlock().getFirstInsertionPt());
    }
    return wide_[&mask] = is_logic(mask) ? wide_logic(*instruction, builder) : extend(mask, builder);
  }

  llvm::Value* extend(llvm::Value& mask, llvm::IRBuilder<>& builder) {
    auto* type = llvm::cast<llvm::FixedVectorType>(wide_type(*mask.getType()));
    llvm::Value* bit = llvm::isa<llvm::Constant>(mask) ? nullptr : llvm::getSplatValue(&mask);
    if (bit == nullptr) return builder.CreateSExt(&mask, type);
    return builder.CreateVectorSplat(type->getNumElements(), builder.CreateSExt(bit, type->getElementType()));
  }

  llvm::Value* wide_logic(llvm::Instruction& mask, llvm::IRBuilder<>& builder) {
    if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&mask))
      return builder.CreateBinOp(binary->getOpcode(), wide(*mask.getOperand(0)), wide(*mask.getOperand(1)));
    auto& select = llvm::cast<llvm::SelectInst>(mask);
    llvm::Value &condition = *select.getCondition(), &yes = *select.getTrueValue(),
                &no = *select.getFalseValue();
    if (!is_mask(*condition.getType())) return builder.CreateSelect(&condition, wide(yes), wide(no));
    // Where the condition decides, the other operand may be poison.
    const auto* other = llvm::dyn_cast<llvm::Constant>(&no);
    if (other != nullptr && other->isNullValue())
      return builder.CreateAnd(wide(condition), builder.CreateFreeze(wide(yes)));
    const auto* first = llvm::dyn_cast<llvm::Constant>(&yes);
    if (first != nullptr && first->isAllOnesValue())
      return builder.CreateOr(wide(condition), builder.CreateFreeze(wide(no)));
    return builder.CreateSelect(&condition, wide(yes), wide(no));
  }

  void fill(llvm::PHINode& phi) {
    auto* widened = llvm::cast<llvm::PHINode>(wide_.at(&phi));
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      widened->addIncoming(wide(*phi.getIncomingValue(i)), phi.getIncomingBlock(i));
  }

  /// Users that do not compute masks get bits from the wide form, in their own block.
  void replace_uses(llvm::Instruction& mask) {
    std::map<llvm::BasicBlock*, llvm::Value*> narrow;
    for (llvm::Use& use : llvm::make_early_inc_range(mask.uses())) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      const bool is_here = user->getParent() == mask.getParent();
      const bool is_made = user == wide_.at(&mask);
      const bool is_replaced = masks_.contains(user) && is_logic(*user) && !is_condition(use);
      if (is_made || is_replaced || (is_here && !is_logic(mask))) continue;
      llvm::Value*& bits = narrow[user->getParent()];
      if (bits == nullptr) bits = bits_of(mask, *user->getParent(), is_here);
      use.set(bits);
    }
  }

  /// Whether the use is the condition of a select, which remains in bits.
  static bool is_condition(const llvm::Use& use) {
    return llvm::isa<llvm::SelectInst>(use.getUser()) && use.getOperandNo() == 0;
  }

  llvm::Value* bits_of(llvm::Instruction& mask, llvm::BasicBlock& block, bool is_here) {
    llvm::Value* value = wide_.at(&mask);
    auto place = block.getFirstInsertionPt();
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(value); is_here && made != nullptr)
      if (const auto after = made->getInsertionPointAfterDef()) place = *after;
    llvm::IRBuilder<> builder(&block, place);
    return builder.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
  }

  void erase() {
    for (llvm::Instruction* mask : masks_)
      if (is_logic(*mask)) mask->replaceAllUsesWith(llvm::PoisonValue::get(mask->getType()));
    for (llvm::Instruction* mask : masks_)
      if (is_logic(*mask)) mask->eraseFromParent();
  }

  llvm::Function& function_;
  unsigned register_bits_;
  llvm::SetVector<llvm::Instruction*> masks_;
  std::map<llvm::Value*, llvm::Value*> wide_;
};

}  // namespace

llvm::PreservedAnalyses LegaliseMasks::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  if (has_mask_registers(function.getContext(), target)) return llvm::PreservedAnalyses::all();
  return unless_values_changed(
      Widener(function, analyses.getResult<TargetModelAnalysis>(function).register_bits).run());
}

}  // namespace quadcl::compiler
