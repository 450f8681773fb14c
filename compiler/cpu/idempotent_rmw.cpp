// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/idempotent_rmw.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace quadcl::compiler {
namespace {

bool keeps_memory(const llvm::AtomicRMWInst& atomic) {
  using llvm::PatternMatch::m_AllOnes;
  using llvm::PatternMatch::m_ZeroInt;
  using llvm::PatternMatch::match;
  switch (atomic.getOperation()) {
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub:
    case llvm::AtomicRMWInst::Or:
    case llvm::AtomicRMWInst::Xor:
      return match(atomic.getValOperand(), m_ZeroInt());
    case llvm::AtomicRMWInst::And:
      return match(atomic.getValOperand(), m_AllOnes());
    default:
      return false;
  }
}

llvm::Value* exchange_for(llvm::AtomicRMWInst& atomic) {
  llvm::IRBuilder<> builder(&atomic);
  llvm::Constant* zero = llvm::ConstantInt::get(atomic.getType(), 0);
  const llvm::AtomicOrdering order = atomic.getOrdering();
  llvm::AtomicCmpXchgInst* exchange = builder.CreateAtomicCmpXchg(
      atomic.getPointerOperand(), zero, zero, atomic.getAlign(), order,
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), atomic.getSyncScopeID());
  exchange->setVolatile(atomic.isVolatile());
  return builder.CreateExtractValue(exchange, 0);
}

}  // namespace

llvm::PreservedAnalyses IdempotentRmw::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    if (atomic == nullptr || !keeps_memory(*atomic)) continue;
    atomic->replaceAllUsesWith(exchange_for(*atomic));
    atomic->eraseFromParent();
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
