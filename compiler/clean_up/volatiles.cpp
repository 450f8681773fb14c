// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/volatiles.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler {
namespace {

using Accesses = llvm::SmallVector<llvm::Instruction*>;

/// Collects the accesses of the variable. False if its address goes elsewhere.
bool collect_accesses(llvm::Value& address, Accesses& accesses) {
  return llvm::all_of(address.uses(), [&](const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user))
      return collect_accesses(*user, accesses);
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) return call->isLifetimeStartOrEnd();
    if (llvm::getLoadStorePointerOperand(user) != &address) return false;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        store != nullptr && use.getOperandNo() == 0)
      return false;
    accesses.push_back(user);
    return true;
  });
}

bool is_float(llvm::Instruction& access) { return llvm::getLoadStoreType(&access)->isFloatingPointTy(); }

/// Whether the load or store was volatile.
bool make_ordinary(llvm::Instruction& access) {
  const bool was_volatile = access.isVolatile();
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) load->setVolatile(false);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) store->setVolatile(false);
  return was_volatile;
}

bool is_plain_local(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer != nullptr && pointer->getType()->getPointerAddressSpace() == kLocalAddressSpace &&
         !instruction.isAtomic();
}

}  // namespace

llvm::PreservedAnalyses PrivateVolatiles::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const bool keeps_floats = function.getParent()->getModuleFlag(kTruncatesFloats) != nullptr;
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    Accesses accesses;
    if (variable == nullptr || !collect_accesses(*variable, accesses)) continue;
    for (llvm::Instruction* access : accesses)
      if (!keeps_floats || !is_float(*access)) changed |= make_ordinary(*access);
  }
  return unless_values_changed(changed);
}

llvm::PreservedAnalyses LocalVolatiles::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    changed |= is_plain_local(instruction) && make_ordinary(instruction);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
