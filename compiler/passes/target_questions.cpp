// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/target_questions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/runtime_functions.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses TargetQuestions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::Function* question = module.getFunction(kFusesFunction);
  if (question == nullptr) return llvm::PreservedAnalyses::all();
  for (llvm::User* user : llvm::make_early_inc_range(question->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledOperand() != question) continue;  // an address of a program's own
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), fuses_ ? 1 : 0));
    call->eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
