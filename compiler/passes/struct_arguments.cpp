// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/struct_arguments.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace quadcl::compiler {
namespace {

void copy_to_variable(llvm::Function& kernel, llvm::Argument& argument) {
  llvm::Type* type = argument.getParamByValType();
  const llvm::Align align = argument.getParamAlign().valueOrOne();
  llvm::IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
  llvm::AllocaInst* copy = builder.CreateAlloca(type);
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  const std::uint64_t size = kernel.getParent()->getDataLayout().getTypeAllocSize(type);
  builder.CreateMemCpy(copy, align, &argument, llvm::Align(1), size);
}

}  // namespace

llvm::PreservedAnalyses StructArguments::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Argument& argument : kernel.args()) {
    if (!argument.hasByValAttr()) continue;
    copy_to_variable(kernel, argument);
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
