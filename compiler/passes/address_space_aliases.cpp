// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/address_space_aliases.h"

#include <utility>

#include "compiler/passes/address_spaces.h"

namespace quadcl::compiler {
namespace {

bool is_buffer(unsigned address_space) {
  return address_space == kGlobalAddressSpace || address_space == kConstantAddressSpace;
}

}  // namespace

llvm::AnalysisKey AddressSpaceAliases::Key;

llvm::AliasResult AddressSpaceAliasResult::alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                                 llvm::AAQueryInfo&, const llvm::Instruction*) {
  unsigned first = a.Ptr->getType()->getPointerAddressSpace();
  unsigned second = b.Ptr->getType()->getPointerAddressSpace();
  if (first != kLocalAddressSpace) std::swap(first, second);
  return first == kLocalAddressSpace && is_buffer(second) ? llvm::AliasResult::NoAlias
                                                          : llvm::AliasResult::MayAlias;
}

llvm::AAManager all_alias_analyses(llvm::PassBuilder& builder) {
  llvm::AAManager manager = builder.buildDefaultAAPipeline();
  manager.registerFunctionAnalysis<AddressSpaceAliases>();
  return manager;
}

}  // namespace quadcl::compiler
