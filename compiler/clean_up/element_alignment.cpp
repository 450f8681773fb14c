// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/element_alignment.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

constexpr llvm::Align kWord = llvm::Align::Constant<4>();

template <typename Access>
bool lower_alignment(Access& access, llvm::Type& type) {
  if (!type.isVectorTy()) return false;
  const llvm::Align element(access.getDataLayout().getTypeStoreSize(type.getScalarType()).getFixedValue());
  if (access.getAlign() <= element) return false;
  access.setAlignment(element);
  return true;
}

bool lower_alignment(llvm::MemIntrinsic& set) {
  set.setDestAlignment(std::min(set.getDestAlign().valueOrOne(), kWord));
  if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&set))
    copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), kWord));
  return true;
}

bool lower_alignment(llvm::Instruction& instruction) {
  if (touches_stack(instruction)) return false;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return lower_alignment(*load, *load->getType());
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return lower_alignment(*store, *store->getValueOperand()->getType());
  auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  return set != nullptr && lower_alignment(*set);
}

}  // namespace

llvm::PreservedAnalyses ElementAlignment::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) changed |= lower_alignment(instruction);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
