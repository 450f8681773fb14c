// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/atomics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/passes/address_spaces.h"

namespace quadcl::compiler {
namespace {

/// Whether it was an atomic operation on local memory.
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

/// No access may be taken for independent of other work-items' any longer.
void withdraw_declaration(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function))
    instruction.setMetadata(llvm::LLVMContext::MD_access_group, nullptr);
}

/// -1 if the instruction is not atomic.
int pointer_operand(const llvm::Instruction& instruction) {
  if (!instruction.isAtomic()) return -1;
  if (llvm::isa<llvm::LoadInst>(instruction)) return llvm::LoadInst::getPointerOperandIndex();
  if (llvm::isa<llvm::StoreInst>(instruction)) return llvm::StoreInst::getPointerOperandIndex();
  if (llvm::isa<llvm::AtomicRMWInst>(instruction)) return llvm::AtomicRMWInst::getPointerOperandIndex();
  if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction))
    return llvm::AtomicCmpXchgInst::getPointerOperandIndex();
  return -1;  // a fence
}

}  // namespace

void make_local_atomics_plain(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (make_plain(function)) withdraw_declaration(function);
}

void make_atomic_pointers_generic(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const int index = pointer_operand(instruction);
      if (index < 0) continue;
      llvm::Value* pointer = instruction.getOperand(index);
      if (pointer->getType()->getPointerAddressSpace() == 0) continue;
      instruction.setOperand(
          index, llvm::IRBuilder<>(&instruction)
                     .CreateAddrSpaceCast(pointer, llvm::PointerType::get(module.getContext(), 0)));
    }
  }
}

}  // namespace quadcl::compiler
