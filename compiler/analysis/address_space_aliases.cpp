// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/address_space_aliases.h"

#include <utility>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/group_context.h"

namespace quadcl::compiler {
namespace {

bool is_buffer(unsigned address_space) {
  return address_space == kGlobalAddressSpace || address_space == kConstantAddressSpace;
}

bool is_named(unsigned address_space) {
  return address_space == kLocalAddressSpace || is_buffer(address_space);
}

}  // namespace

llvm::AnalysisKey AddressSpaceAliases::Key;

llvm::AliasResult AddressSpaceAliasResult::alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                                 llvm::AAQueryInfo&, const llvm::Instruction*) {
  const llvm::Value *first = a.Ptr, *second = b.Ptr;
  const auto space_of = [](const llvm::Value* pointer) {
    return pointer->getType()->getPointerAddressSpace();
  };
  if (space_of(first) != kLocalAddressSpace) std::swap(first, second);
  if (space_of(first) == kLocalAddressSpace && is_buffer(space_of(second))) return llvm::AliasResult::NoAlias;
  if (!is_named(space_of(first))) std::swap(first, second);
  const bool are_apart =
      is_named(space_of(first)) && !is_named(space_of(second)) && points_to_item_memory(*second);
  return are_apart ? llvm::AliasResult::NoAlias : llvm::AliasResult::MayAlias;
}

llvm::AAManager all_alias_analyses(llvm::PassBuilder& builder) {
  llvm::AAManager manager = builder.buildDefaultAAPipeline();
  manager.registerFunctionAnalysis<AddressSpaceAliases>();
  return manager;
}

}  // namespace quadcl::compiler
