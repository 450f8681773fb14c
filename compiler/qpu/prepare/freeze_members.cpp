// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/freeze_members.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler::qpu {
namespace {

unsigned member_count(const llvm::Type& type) {
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) return structure->getNumElements();
  return static_cast<unsigned>(llvm::cast<llvm::ArrayType>(type).getNumElements());
}

/// The value with all its members frozen, those of its members, too.
llvm::Value* freeze_members(llvm::IRBuilder<>& builder, llvm::Value* value) {
  if (!value->getType()->isAggregateType()) return builder.CreateFreeze(value);
  llvm::Value* frozen = llvm::PoisonValue::get(value->getType());
  for (unsigned i = 0; i < member_count(*value->getType()); ++i)
    frozen =
        builder.CreateInsertValue(frozen, freeze_members(builder, builder.CreateExtractValue(value, i)), i);
  return frozen;
}

}  // namespace

llvm::PreservedAnalyses FreezeMembers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::FreezeInst*> whole;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction);
        freeze != nullptr && freeze->getType()->isAggregateType())
      whole.push_back(freeze);
  for (llvm::FreezeInst* freeze : whole) {
    llvm::IRBuilder<> builder(freeze);
    freeze->replaceAllUsesWith(freeze_members(builder, freeze->getOperand(0)));
    freeze->eraseFromParent();
  }
  return unless_values_changed(!whole.empty());
}

}  // namespace quadcl::compiler::qpu
