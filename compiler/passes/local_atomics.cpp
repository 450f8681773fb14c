// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/local_atomics.h"

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

}  // namespace

void make_local_atomics_plain(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      make_plain(instruction);
  }
}

}  // namespace quadcl::compiler
