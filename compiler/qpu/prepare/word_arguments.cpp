// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/word_arguments.h"

#include <llvm/IR/Module.h>

#include "compiler/qpu/prepare/argument_words.h"

namespace quadcl::compiler::qpu {
namespace {

llvm::Value* made_of_words(llvm::Argument& argument, const llvm::DataLayout& layout) {
  if (argument.use_empty()) return nullptr;
  if (argument.hasByValAttr())
    return ArgumentWords(argument).variable(layout.getTypeAllocSize(argument.getParamByValType()),
                                            argument.getParamAlign().valueOrOne());
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(argument.getType());
  return vector != nullptr ? ArgumentWords(argument).vector(*vector) : nullptr;
}

}  // namespace

llvm::PreservedAnalyses WordArguments::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Argument& argument : kernel.args()) {
    llvm::Value* made = made_of_words(argument, kernel.getParent()->getDataLayout());
    if (made == nullptr) continue;
    argument.replaceAllUsesWith(made);
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
