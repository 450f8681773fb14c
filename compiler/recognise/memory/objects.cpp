// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/objects.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/worklist.h"

namespace quadcl::compiler::recognise {

std::uint32_t Objects::of(const llvm::Value& memory) {
  const auto found = index_.find(&memory);
  if (found != index_.end()) return found->second;
  rows_.push_back(describe(memory));
  const auto index = static_cast<std::uint32_t>(rows_.size() - 1);
  index_[&memory] = index;
  return index;
}

/// Whether one pointer serves all loads and stores.
static bool has_one_address(const llvm::Value& memory) {
  Worklist<const llvm::Value*> pointers(&memory);
  const llvm::Value* used = nullptr;
  while (!pointers.empty()) {
    const llvm::Value* pointer = pointers.take();
    for (const llvm::User* user : pointer->users()) {
      if (llvm::isa<llvm::GEPOperator>(user)) {
        pointers.add(user);
      } else if (llvm::getLoadStorePointerOperand(user) != pointer ||
                 llvm::getLoadStoreType(const_cast<llvm::User*>(user))->isVectorTy() ||
                 (used != nullptr && used != pointer)) {
        return false;
      } else {
        used = pointer;
      }
    }
  }
  return true;
}

Value Objects::component(const Component& part) {
  constexpr unsigned kMostBytes = 4096;
  if ((part.bytes != 4 && part.bytes != 8) || part.offset >= kMostBytes) return {};
  return Value::of_integer(symbols_.value(SymbolKind::argument, component_index(part)));
}

Object Objects::describe(const llvm::Value& memory) {
  Object object;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&memory)) {
    object.argument = argument->getArgNo();
    if (argument->hasByValAttr()) {
      object.kind = ObjectKind::structure;
    } else if (argument->getType()->getPointerAddressSpace() == kLocalAddressSpace) {
      object.kind = ObjectKind::local;
      object.bytes = symbols_.value(SymbolKind::local_bytes, object.argument);
    }
  } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&memory)) {
    if (variable->getAddressSpace() != kLocalAddressSpace) reject("it uses a variable of the program");
    object.kind = ObjectKind::local;
    object.bytes =
        static_cast<std::int64_t>(layout_.getTypeAllocSize(variable->getValueType()).getFixedValue());
  } else {
    object.kind = ObjectKind::private_memory;
    object.bytes = static_cast<std::int64_t>(
        llvm::cast<llvm::AllocaInst>(memory).getAllocationSize(layout_).value().getFixedValue());
  }
  object.has_one_address = object.kind == ObjectKind::local && has_one_address(memory);
  return object;
}

}  // namespace quadcl::compiler::recognise
