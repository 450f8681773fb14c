// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/internal_linkage.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/kernels.h"

namespace quadcl::compiler {
namespace {

void make_internal(llvm::Function& function) {
  if (function.isDeclaration()) return;
  function.setLinkage(is_kernel(function) ? llvm::GlobalValue::ExternalLinkage
                                          : llvm::GlobalValue::InternalLinkage);
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  function.setDSOLocal(true);
  function.setComdat(nullptr);
}

void make_internal(llvm::GlobalVariable& variable) {
  if (variable.isDeclaration() || variable.getName().starts_with("llvm.")) return;
  variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  variable.setComdat(nullptr);
  // Clang leaves __local variables without an initial value; any value will do.
  if (!variable.hasInitializer()) variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
}

}  // namespace

llvm::PreservedAnalyses InternalLinkage::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) make_internal(function);
  for (llvm::GlobalVariable& variable : module.globals()) make_internal(variable);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
