// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/pointer_sources.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/chip_functions.h"
#include "compiler/ir/worklist.h"
#include "compiler/qpu/analysis/source_line.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kPrivateAddressSpace = 0;

/// The pointers of which a number was made by arithmetic.
llvm::SmallVector<const llvm::Value*, 4> pointers_in(const llvm::Value& number) {
  llvm::SmallVector<const llvm::Value*, 4> pointers;
  Worklist<const llvm::Value*> open(&number);
  while (!open.empty()) {
    const llvm::Value* value = open.take();
    if (const auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(value)) {
      pointers.push_back(cast->getPointerOperand());
      continue;
    }
    if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(
            value))
      continue;
    for (const llvm::Value* operand : llvm::cast<llvm::Instruction>(value)->operands())
      if (operand->getType()->isIntegerTy() || llvm::isa<llvm::PtrToIntOperator>(operand)) open.add(operand);
  }
  return pointers;
}

void add_objects(const llvm::Value& pointer, llvm::SmallPtrSetImpl<const llvm::Value*>& seen,
                 llvm::SmallVectorImpl<const llvm::Value*>& objects) {
  llvm::SmallVector<const llvm::Value*, 4> found;
  llvm::getUnderlyingObjects(&pointer, found, nullptr, /*MaxLookup=*/0);
  for (const llvm::Value* object : found) {
    if (!seen.insert(object).second) continue;
    const auto* made = llvm::dyn_cast<llvm::IntToPtrInst>(object);
    const auto sources = made != nullptr ? pointers_in(*made->getOperand(0)) : decltype(found)();
    if (sources.empty()) objects.push_back(object);
    for (const llvm::Value* source : sources) add_objects(*source, seen, objects);
  }
}

bool is_of_host(const llvm::Value& place) {
  const unsigned space = place.getType()->getPointerAddressSpace();
  return space != kPrivateAddressSpace && space != kLocalAddressSpace;
}

/// Empty if the instruction does nothing of that kind.
std::string problem_of(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getType()->isPointerTy() && is_of_host(*load->getPointerOperand()) ? "it loads a pointer"
                                                                                    : "";
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getValueOperand()->getType()->isPointerTy() && is_of_host(*store->getPointerOperand())
               ? "it stores a pointer"
               : "";
  const auto* made = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction);
  return made != nullptr && pointers_in(*made->getOperand(0)).empty() ? "it makes a pointer of a number" : "";
}

}  // namespace

const llvm::Value* accessed_pointer(const llvm::Instruction& instruction) {
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return atomic->getPointerOperand();
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return atomic->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&instruction);
}

const llvm::Value* looked_up_image(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && callee->getName() == kTextureFunction ? call->getArgOperand(0) : nullptr;
}

llvm::SmallVector<const llvm::Value*, 4> objects_of(const llvm::Value& pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  add_objects(pointer, seen, objects);
  return objects;
}

std::string pointer_problem(llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    if (const std::string problem = problem_of(instruction); !problem.empty())
      return problem + line_of(instruction);
  return {};
}

}  // namespace quadcl::compiler::qpu
