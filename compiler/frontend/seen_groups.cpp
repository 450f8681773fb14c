// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/seen_groups.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

bool is_local(const llvm::Type& type) {
  return type.isPointerTy() && type.getPointerAddressSpace() == kLocalAddressSpace;
}

/// Also in an expression of constants, such as an address in a variable as one of no address space.
bool is_in_local_memory(const llvm::Value& value) {
  if (is_local(*value.getType())) return true;
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  return expression != nullptr && llvm::any_of(expression->operands(), [](const llvm::Use& operand) {
           return is_in_local_memory(*operand);
         });
}

bool has_local_memory(const llvm::Function& function) {
  const auto uses_local = [](const llvm::Use& operand) { return is_in_local_memory(*operand); };
  return llvm::any_of(function.args(), [](const llvm::Argument& one) { return is_local(*one.getType()); }) ||
         llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
           return is_local(*instruction.getType()) || llvm::any_of(instruction.operands(), uses_local);
         });
}

/// Whether the builtin function is of work-groups, by its name: all that are have one of these words in it.
bool is_of_groups(llvm::StringRef builtin) {
  constexpr llvm::StringLiteral kWords[] = {"local", "group", "barrier"};
  return llvm::any_of(kWords, [&](llvm::StringRef word) { return builtin.contains(word); });
}

}  // namespace

bool sees_groups(const llvm::Function& kernel) {
  Worklist<const llvm::Function*> open;
  open.add(&kernel);
  while (!open.empty()) {
    const llvm::Function& function = *open.take();
    if (function.isDeclaration() ? is_of_groups(function.getName()) : has_local_memory(function)) return true;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr) return true;
      if (!callee->isIntrinsic()) open.add(callee);
    }
  }
  return false;
}

}  // namespace quadcl::compiler
