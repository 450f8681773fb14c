// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/generic_atomics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler {
namespace {

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

llvm::PreservedAnalyses GenericAtomics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const int index = pointer_operand(instruction);
    if (index < 0) continue;
    llvm::Value* pointer = instruction.getOperand(index);
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space == 0 || space == kLocalAddressSpace) continue;
    llvm::IRBuilder<> builder(&instruction);
    instruction.setOperand(index, builder.CreateAddrSpaceCast(pointer, builder.getPtrTy()));
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
