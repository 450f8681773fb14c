// SPDX-License-Identifier: Apache-2.0
// Instructions that have no form for all lanes at once: the lanes take turns.
#include <llvm/IR/Module.h>

#include "compiler/widen/lane_instructions.h"

namespace quadcl::compiler {

llvm::Value* LaneInstructions::value_of_lane(llvm::Value& value, llvm::Value* lane) {
  if (row_.shapes->of(value).is_uniform()) return values_.scalar(value);
  const WideElements elements = values_.elements(value);
  if (!value.getType()->isVectorTy()) return builder_.CreateExtractElement(elements.front(), lane);
  llvm::Value* result = llvm::PoisonValue::get(value.getType());
  for (unsigned i = 0; i < elements.size(); ++i)
    result = builder_.CreateInsertElement(result, builder_.CreateExtractElement(elements[i], lane),
                                          std::uint64_t{i});
  return result;
}

/// A loop over the bits of the mask.
void LaneInstructions::take_turns(llvm::Instruction& instruction) {
  llvm::Function* function = builder_.GetInsertBlock()->getParent();
  auto* turn = llvm::BasicBlock::Create(builder_.getContext(), "turn", function);
  auto* done = llvm::BasicBlock::Create(builder_.getContext(), "turns.done", function);
  llvm::Value* active = builder_.CreateBitCast(all_lanes(), builder_.getIntNTy(row_.lanes));
  for (llvm::Value* operand : instruction.operands()) {  // nothing in the loop dominates the code behind it
    if (row_.shapes->of(*operand).is_uniform()) {
      values_.scalar(*operand);
    } else {
      values_.elements(*operand);
    }
  }
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  builder_.CreateCondBr(builder_.CreateIsNotNull(active), turn, done);

  builder_.SetInsertPoint(turn);
  llvm::PHINode* left = builder_.CreatePHI(active->getType(), 2);
  llvm::Type* type = values_.lanes_type(instruction.getType());
  llvm::PHINode* results = builder_.CreatePHI(type, 2);
  llvm::Value* lane = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, builder_.getTrue());
  llvm::Instruction* copy = instruction.clone();
  for (llvm::Use& operand : copy->operands()) operand.set(value_of_lane(*operand, lane));
  builder_.Insert(copy);
  llvm::Value* result = builder_.CreateInsertElement(results, copy, lane);
  llvm::Value* others =
      builder_.CreateAnd(left, builder_.CreateSub(left, llvm::ConstantInt::get(left->getType(), 1)));
  builder_.CreateCondBr(builder_.CreateIsNotNull(others), turn, done);
  left->addIncoming(active, before);
  left->addIncoming(others, turn);
  results->addIncoming(llvm::PoisonValue::get(type), before);
  results->addIncoming(result, turn);

  builder_.SetInsertPoint(done);
  llvm::PHINode* all = builder_.CreatePHI(type, 2);
  all->addIncoming(llvm::PoisonValue::get(type), before);
  all->addIncoming(result, turn);
  values_.set_elements(instruction, {all});
}

}  // namespace quadcl::compiler
