// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/lane_numbers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/qpu/tiles/kernel_facts.h"

namespace quadcl::compiler::qpu {
namespace {

/// Of operands of operands. Those in front are found first, so that few values lie deeper.
constexpr unsigned kDeepest = 40;

LaneConstants everywhere(llvm::Constant* constant) {
  LaneConstants result;
  result.fill(constant);
  return result;
}

/// What a conjunction or disjunction is by one operand alone; null if that does not tell.
llvm::Constant* decided_by_one(const llvm::Instruction& instruction, llvm::Constant* operand) {
  if (operand == nullptr) return nullptr;
  const bool decides = (instruction.getOpcode() == llvm::Instruction::And && operand->isNullValue()) ||
                       (instruction.getOpcode() == llvm::Instruction::Or && operand->isAllOnesValue());
  return decides ? operand : nullptr;
}

/// Whether LLVM's result may be another than that of QPUs, which truncate and have no denormals: bits of a
/// float would be those of another one than the code computes.
bool computes_with_floats(const llvm::Instruction& instruction) {
  const auto is_float = [](const llvm::Value* value) { return value->getType()->isFPOrFPVectorTy(); };
  return !llvm::isa<llvm::BitCastInst, llvm::FreezeInst>(instruction) &&
         (is_float(&instruction) || llvm::any_of(instruction.operand_values(), is_float));
}

}  // namespace

bool is_lanewise(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return !call->mayReadOrWriteMemory() && !call->isConvergent();
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::FreezeInst>(instruction);
}

LaneConstants LaneNumbers::of(llvm::Value& value, unsigned depth) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return everywhere(constant);
  if (const auto known = known_.find(&value); known != known_.end()) return known->second;
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || depth > kDeepest) return {};
  const LaneConstants result = computed(*instruction, depth);
  known_[&value] = result;
  return result;
}

llvm::Constant* LaneNumbers::same_in_all(llvm::Value& value) {
  const LaneConstants lanes = of(value);
  return llvm::all_equal(lanes) ? lanes[0] : nullptr;
}

LaneConstants LaneNumbers::computed(llvm::Instruction& instruction, unsigned depth) {
  LaneConstants result{};
  if (local_id_dimension(instruction) == 0U) {
    for (unsigned lane = 0; lane < kLanes && knows_ids_; ++lane)
      result[lane] = llvm::ConstantInt::get(instruction.getType(), lane);
    return result;
  }
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return chosen(*choice, depth);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    llvm::Value* same = phi->hasConstantValue();
    return same != nullptr ? of(*same, depth + 1) : LaneConstants{};
  }
  if (!is_lanewise(instruction) || computes_with_floats(instruction)) return {};
  const unsigned count = llvm::isa<llvm::CallBase>(instruction)
                             ? llvm::cast<llvm::CallBase>(instruction).arg_size()
                             : instruction.getNumOperands();
  std::vector<LaneConstants> operands;
  for (unsigned i = 0; i < count; ++i) operands.push_back(of(*instruction.getOperand(i), depth + 1));
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    llvm::SmallVector<llvm::Constant*, 4> constants;
    for (const LaneConstants& operand : operands) {
      constants.push_back(operand[lane]);
      if (result[lane] == nullptr) result[lane] = decided_by_one(instruction, operand[lane]);
    }
    if (result[lane] != nullptr || llvm::is_contained(constants, nullptr)) continue;
    if (llvm::isa<llvm::CallBase>(instruction))
      constants.push_back(llvm::cast<llvm::CallBase>(instruction).getCalledFunction());
    result[lane] = llvm::ConstantFoldInstOperands(&instruction, constants, layout_);
  }
  return result;
}

LaneConstants LaneNumbers::chosen(llvm::SelectInst& choice, unsigned depth) {
  const LaneConstants condition = of(*choice.getCondition(), depth + 1),
                      if_true = of(*choice.getTrueValue(), depth + 1),
                      if_false = of(*choice.getFalseValue(), depth + 1);
  LaneConstants result{};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(condition[lane]);
    if (number != nullptr)
      result[lane] = number->isZero() ? if_false[lane] : if_true[lane];
    else if (if_true[lane] == if_false[lane])
      result[lane] = if_true[lane];
  }
  return result;
}

void fold_known_lanes(llvm::Function& function, bool knows_ids) {
  LaneNumbers numbers(function.getParent()->getDataLayout(), knows_ids);
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function))
    for (llvm::Instruction& instruction : *block) {
      if (!instruction.getType()->isIntegerTy()) continue;
      llvm::Constant* constant = numbers.same_in_all(instruction);
      if (constant != nullptr) instruction.replaceAllUsesWith(constant);
    }
  for (llvm::BasicBlock& block : function) llvm::ConstantFoldTerminator(&block, true);
  llvm::removeUnreachableBlocks(function);
}

}  // namespace quadcl::compiler::qpu
