// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/instruction_traits.h"

#include <llvm/IR/IntrinsicInst.h>

#include "compiler/clean_up/lower_printf.h"
#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {

bool prints(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* function = call != nullptr ? call->getCalledFunction() : nullptr;
  return function != nullptr && function->hasFnAttribute(kPrints);
}

unsigned element_count(const llvm::Type& type) {
  if (type.isStructTy()) return type.getStructNumElements();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector != nullptr ? vector->getNumElements() : 1;
}

bool regroups(const llvm::Instruction& instruction) {
  const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
  return cast != nullptr && element_count(*cast->getSrcTy()) != element_count(*cast->getDestTy());
}

bool takes_turns(const llvm::Instruction& instruction) {
  const bool is_access = llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
  const bool is_of_bytes = llvm::isa<llvm::MemIntrinsic>(instruction) && !touches_stack(instruction);
  return is_of_bytes || prints(instruction) ||
         llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction) ||
         (is_access && (instruction.isVolatile() || instruction.isAtomic()));
}

llvm::Type* type_of_access(const llvm::Instruction& access) {
  return llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&access));
}

std::uint64_t element_bytes(const llvm::Instruction& access) {
  llvm::Type* element = type_of_access(access)->getScalarType();
  return access.getDataLayout().getTypeStoreSize(element).getFixedValue();
}

}  // namespace quadcl::compiler
