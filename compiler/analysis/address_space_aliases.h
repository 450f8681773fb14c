// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Passes/PassBuilder.h>

namespace quadcl::compiler {

/// Local memory is apart from buffers and constant memory, and the memory of the work-items' private
/// variables is apart from all of them. Other pointers to the generic address space may point anywhere.
class AddressSpaceAliasResult : public llvm::AAResultBase {
 public:
  llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                          llvm::AAQueryInfo& query, const llvm::Instruction* context);
  /// It depends on nothing that could change.
  bool invalidate(llvm::Function&, const llvm::PreservedAnalyses&,
                  llvm::FunctionAnalysisManager::Invalidator&) {
    return false;
  }
};

class AddressSpaceAliases : public llvm::AnalysisInfoMixin<AddressSpaceAliases> {
 public:
  using Result = AddressSpaceAliasResult;
  Result run(llvm::Function&, llvm::FunctionAnalysisManager&) { return Result(); }
  static llvm::AnalysisKey Key;
};

/// LLVM's alias analyses and this one.
llvm::AAManager all_alias_analyses(llvm::PassBuilder& builder);

}  // namespace quadcl::compiler
