// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/scalarise_gathers.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/chosen_gathers.h"
#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kPlaces = 0, kAlignment = 1, kMask = 2;

bool loads_all_lanes(const llvm::IntrinsicInst& gather) {
  const auto* mask = llvm::dyn_cast<llvm::Constant>(gather.getArgOperand(kMask));
  return mask != nullptr && mask->isAllOnesValue() && llvm::isa<llvm::FixedVectorType>(gather.getType());
}

bool has_chosen_gather(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction& one) { return one.hasMetadata(kChosenGather); });
}

void take_apart(llvm::IntrinsicInst& gather) {
  llvm::IRBuilder<> builder(&gather);
  const auto& type = llvm::cast<llvm::FixedVectorType>(*gather.getType());
  const llvm::MaybeAlign align =
      llvm::cast<llvm::ConstantInt>(gather.getArgOperand(kAlignment))->getMaybeAlignValue();
  llvm::Value* all = llvm::PoisonValue::get(gather.getType());
  for (std::uint64_t i = 0; i < type.getNumElements(); ++i) {
    llvm::Value* place = builder.CreateExtractElement(gather.getArgOperand(kPlaces), i);
    all = builder.CreateInsertElement(all, builder.CreateAlignedLoad(type.getElementType(), place, align), i);
  }
  gather.replaceAllUsesWith(all);
  gather.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses ScalariseGathers::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  const TargetModel& model = analyses.getResult<TargetModelAnalysis>(function);
  if (model.gathers != Gathers::words || !has_chosen_gather(function)) return llvm::PreservedAnalyses::all();
  function.addFnAttr(kOnlyChosenGathers);
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* gather = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (gather == nullptr || gather->getIntrinsicID() != llvm::Intrinsic::masked_gather ||
        gather->hasMetadata(kChosenGather) || !loads_all_lanes(*gather))
      continue;
    take_apart(*gather);
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
