// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/objects.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler::recognise {

std::uint32_t Objects::of(const llvm::Value& memory) {
  const auto found = index_.find(&memory);
  if (found != index_.end()) return found->second;
  rows_.push_back(describe(memory));
  const auto index = static_cast<std::uint32_t>(rows_.size() - 1);
  index_[&memory] = index;
  return index;
}

Object Objects::describe(const llvm::Value& memory) {
  Object object;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&memory)) {
    object.argument = argument->getArgNo();
    if (argument->hasByValAttr()) reject("it has a structure as an argument");
    if (argument->getType()->getPointerAddressSpace() == kLocalAddressSpace) {
      object.kind = ObjectKind::local;
      object.bytes = symbols_.value(SymbolKind::local_bytes, object.argument);
    }
  } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&memory)) {
    if (variable->getAddressSpace() != kLocalAddressSpace) reject("it uses a variable of the program");
    object.kind = ObjectKind::local;
    object.bytes =
        static_cast<std::int64_t>(layout_.getTypeAllocSize(variable->getValueType()).getFixedValue());
  } else {
    const auto size = llvm::cast<llvm::AllocaInst>(memory).getAllocationSize(layout_);
    if (!size) reject("it has a variable of unknown size");
    object.kind = ObjectKind::private_memory;
    object.bytes = static_cast<std::int64_t>(size->getFixedValue());
  }
  return object;
}

}  // namespace quadcl::compiler::recognise
