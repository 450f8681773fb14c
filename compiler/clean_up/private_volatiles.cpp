// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/private_volatiles.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

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

void make_ordinary(llvm::Instruction& access) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return load->setVolatile(false);
  llvm::cast<llvm::StoreInst>(access).setVolatile(false);
}

}  // namespace

llvm::PreservedAnalyses PrivateVolatiles::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const bool keeps_floats = function.getParent()->getModuleFlag(kTruncatesFloats) != nullptr;
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    Accesses accesses;
    if (variable == nullptr || !collect_accesses(*variable, accesses)) continue;
    for (llvm::Instruction* access : accesses) {
      if (keeps_floats && is_float(*access)) continue;
      changed |= access->isVolatile();
      make_ordinary(*access);
    }
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
