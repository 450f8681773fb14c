// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/atomics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/passes/address_spaces.h"

namespace quadcl::compiler {
namespace {

void make_plain(llvm::Instruction& instruction) {
  if (auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (modify->getPointerAddressSpace() == kLocalAddressSpace) llvm::lowerAtomicRMWInst(modify);
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    if (exchange->getPointerAddressSpace() == kLocalAddressSpace) llvm::lowerAtomicCmpXchgInst(exchange);
  }
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
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      make_plain(instruction);
  }
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
