// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/one_element_vectors.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace quadcl::compiler {
namespace {

/// The type of the only element; null for other types.
llvm::Type* only_element(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector != nullptr && vector->getNumElements() == 1 ? vector->getElementType() : nullptr;
}

void load_scalar(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  llvm::LoadInst* scalar = builder.CreateAlignedLoad(only_element(*load.getType()), load.getPointerOperand(),
                                                     load.getAlign(), load.isVolatile());
  scalar->copyMetadata(load);
  for (llvm::User* user : llvm::make_early_inc_range(load.users())) {
    auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(user);
    if (extract == nullptr) continue;
    extract->replaceAllUsesWith(scalar);
    extract->eraseFromParent();
  }
  if (!load.use_empty()) {
    llvm::Value* empty = llvm::PoisonValue::get(load.getType());
    load.replaceAllUsesWith(builder.CreateInsertElement(empty, scalar, std::uint64_t{0}));
  }
  load.eraseFromParent();
}

void store_scalar(llvm::StoreInst& store) {
  llvm::IRBuilder<> builder(&store);
  llvm::Value* scalar = builder.CreateExtractElement(store.getValueOperand(), std::uint64_t{0});
  builder.CreateAlignedStore(scalar, store.getPointerOperand(), store.getAlign(), store.isVolatile())
      ->copyMetadata(store);
  store.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses OneElementVectors::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  std::vector<llvm::LoadInst*> loads;
  std::vector<llvm::StoreInst*> stores;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.isAtomic() || llvm::getLoadStorePointerOperand(&instruction) == nullptr) continue;
    if (only_element(*llvm::getLoadStoreType(&instruction)) == nullptr) continue;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) loads.push_back(load);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) stores.push_back(store);
  }
  for (llvm::LoadInst* load : loads) load_scalar(*load);
  for (llvm::StoreInst* store : stores) store_scalar(*store);
  return unless_values_changed(!loads.empty() || !stores.empty());
}

}  // namespace quadcl::compiler
