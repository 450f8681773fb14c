// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_emitter.h"
#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/instruction_traits.h"

namespace quadcl::compiler {

llvm::Value* LaneEmitter::all_lanes() {
  return mask_ != nullptr ? mask_ : llvm::ConstantInt::getTrue(values_.lanes_type(builder_.getInt1Ty()));
}

void LaneEmitter::emit_for_lane_0(llvm::Instruction& original, llvm::Instruction* copy) {
  for (llvm::Use& operand : copy->operands())
    if (!llvm::isa<llvm::Function, llvm::BasicBlock>(operand)) operand.set(values_.scalar(*operand));
  if (mask_ != nullptr || !row_.shapes->of(original).is_uniform()) copy->dropPoisonGeneratingAnnotations();
  builder_.Insert(copy, original.getName());
  if (!copy->getType()->isVoidTy()) values_.set_scalar(original, copy);
}

unsigned LaneEmitter::spacing(llvm::Instruction& access) const {
  return interleaved(*llvm::getLoadStorePointerOperand(&access), row_) != nullptr ? row_.lanes : 1;
}

llvm::Value* LaneEmitter::address_of_element(llvm::Value* address, llvm::Instruction& access,
                                             unsigned element) {
  if (element == 0) return address;
  return builder_.CreatePtrAdd(address, builder_.getInt64(element * element_bytes(access) * spacing(access)));
}

}  // namespace quadcl::compiler
