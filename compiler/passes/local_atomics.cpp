// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/local_atomics.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/passes/address_spaces.h"

namespace quadcl::compiler {
namespace {

/// Whether the instruction was an atomic operation on local memory.
bool make_plain(llvm::Instruction& instruction) {
  if (auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return modify->getPointerAddressSpace() == kLocalAddressSpace && llvm::lowerAtomicRMWInst(modify);
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerAddressSpace() == kLocalAddressSpace && llvm::lowerAtomicCmpXchgInst(exchange);
  return false;
}

bool make_plain(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    changed |= make_plain(instruction);
  return changed;
}

/// Accesses now depend on those of other work-items.
void withdraw_declaration(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function))
    instruction.setMetadata(llvm::LLVMContext::MD_access_group, nullptr);
}

}  // namespace

llvm::PreservedAnalyses LocalAtomics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const bool changed = make_plain(function);
  if (changed) withdraw_declaration(function);
  return unless_changed(changed);
}

}  // namespace quadcl::compiler
