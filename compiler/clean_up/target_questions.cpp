// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/target_questions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/chip_functions.h"
#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler {

namespace {

/// Whether there was such a question.
bool answer(llvm::Module& module, const char* name, bool is_so) {
  llvm::Function* question = module.getFunction(name);
  if (question == nullptr) return false;
  for (llvm::User* user : llvm::make_early_inc_range(question->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledOperand() != question) continue;  // an address of a program's own
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), is_so ? 1 : 0));
    call->eraseFromParent();
  }
  return true;
}

}  // namespace

llvm::PreservedAnalyses TargetQuestions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool asks = answer(module, kFusesFunction, fuses_);
  asks |= answer(module, kEstimatesRootsFunction, estimates_roots_);
  asks |= answer(module, kRelaxesFunction, relaxes_);
  return asks ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
