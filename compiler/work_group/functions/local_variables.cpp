// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/local_variables.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/group_context.h"

namespace quadcl::compiler {
namespace {

bool is_local(const llvm::GlobalVariable& variable) {
  return variable.getAddressSpace() == kLocalAddressSpace;
}

bool is_used_in(const llvm::GlobalVariable& variable, const llvm::Function& function) {
  return llvm::any_of(variable.users(), [&](const llvm::User* user) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    return instruction != nullptr && instruction->getFunction() == &function;
  });
}

llvm::Align alignment_of(const llvm::GlobalVariable& variable) {
  const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
  return std::max(variable.getAlign().valueOrOne(), layout.getPrefTypeAlign(variable.getValueType()));
}

void replace(llvm::GlobalVariable& variable, llvm::Function& function, std::uint64_t offset) {
  if (!is_used_in(variable, function)) return;
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  llvm::Value* memory =
      load_context_field(builder, function.getArg(function.arg_size() - 1), ContextField::local_memory);
  llvm::Value* place = builder.CreateInBoundsPtrAdd(memory, builder.getInt64(offset));
  variable.replaceUsesWithIf(place, [&](const llvm::Use& use) {
    return llvm::cast<llvm::Instruction>(use.getUser())->getFunction() == &function;
  });
}

}  // namespace

std::uint64_t place_local_variables(llvm::Function& function, const llvm::Function& owner) {
  std::uint64_t end = 0;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (llvm::GlobalVariable& variable : function.getParent()->globals()) {
    if (!is_local(variable) || !is_used_in(variable, owner)) continue;
    const std::uint64_t offset = llvm::alignTo(end, alignment_of(variable));
    end = offset + layout.getTypeAllocSize(variable.getValueType());
    replace(variable, function, offset);
  }
  return end;
}

}  // namespace quadcl::compiler
