// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/local_volatiles.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler {
namespace {

template <typename Access>
bool make_ordinary(llvm::Instruction& instruction) {
  auto* access = llvm::dyn_cast<Access>(&instruction);
  if (access == nullptr || !access->isVolatile() || access->isAtomic() ||
      access->getPointerAddressSpace() != kLocalAddressSpace)
    return false;
  access->setVolatile(false);
  return true;
}

}  // namespace

llvm::PreservedAnalyses LocalVolatiles::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    changed |= make_ordinary<llvm::LoadInst>(instruction) || make_ordinary<llvm::StoreInst>(instruction);
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
