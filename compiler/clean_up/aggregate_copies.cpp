// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/aggregate_copies.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace quadcl::compiler {
namespace {

/// Loads the parts that are used, in place of a whole of which only parts are used.
bool load_parts(llvm::LoadInst& load) {
  const auto is_part = [](const llvm::User* user) { return llvm::isa<llvm::ExtractValueInst>(user); };
  if (!load.getType()->isAggregateType() || !load.isSimple() || !llvm::all_of(load.users(), is_part))
    return false;
  const llvm::DataLayout& layout = load.getDataLayout();
  llvm::IRBuilder<> builder(&load);
  for (llvm::User* user : llvm::make_early_inc_range(load.users())) {
    auto& part = llvm::cast<llvm::ExtractValueInst>(*user);
    llvm::SmallVector<llvm::Value*> indices{builder.getInt32(0)};
    for (const unsigned index : part.indices()) indices.push_back(builder.getInt32(index));
    const auto offset = static_cast<std::uint64_t>(layout.getIndexedOffsetInType(load.getType(), indices));
    llvm::Value* place = builder.CreateInBoundsGEP(load.getType(), load.getPointerOperand(), indices);
    part.replaceAllUsesWith(
        builder.CreateAlignedLoad(part.getType(), place, llvm::commonAlignment(load.getAlign(), offset)));
    part.eraseFromParent();
  }
  load.eraseFromParent();
  return true;
}

/// Whether it writes to another variable, if at all.
bool leaves_alone(const llvm::Instruction& instruction, const llvm::Value& pointer) {
  if (!instruction.mayWriteToMemory()) return true;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  if (store == nullptr && copy == nullptr) return false;
  const llvm::Value* written =
      llvm::getUnderlyingObject(store != nullptr ? store->getPointerOperand() : copy->getDest());
  const llvm::Value* read = llvm::getUnderlyingObject(&pointer);
  return written != read && llvm::isa<llvm::AllocaInst>(written) && llvm::isa<llvm::AllocaInst>(read);
}

/// The load of the struct that is stored, if nothing may change it in between.
llvm::LoadInst* loaded_for(llvm::StoreInst& store) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
  if (load == nullptr || !load->getType()->isAggregateType() || !load->hasOneUse() || !load->isSimple() ||
      !store.isSimple() || load->getParent() != store.getParent())
    return nullptr;
  for (const llvm::Instruction* at = load->getNextNode(); at != &store; at = at->getNextNode())
    if (!leaves_alone(*at, *load->getPointerOperand())) return nullptr;
  return load;
}

}  // namespace

llvm::PreservedAnalyses AggregateCopies::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  bool changed = false;
  llvm::SmallVector<llvm::LoadInst*> loads;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) loads.push_back(load);
  for (llvm::LoadInst* load : loads) changed |= load_parts(*load);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    llvm::LoadInst* load = store != nullptr ? loaded_for(*store) : nullptr;
    if (load == nullptr) continue;
    const std::uint64_t bytes = layout.getTypeStoreSize(load->getType()).getFixedValue();
    llvm::IRBuilder<> builder(store);
    builder.CreateMemMove(store->getPointerOperand(), store->getAlign(), load->getPointerOperand(),
                          load->getAlign(), bytes);
    store->eraseFromParent();
    load->eraseFromParent();
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
