// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/tail_recursion.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/TailRecursionElimination.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

namespace quadcl::compiler {
namespace {

bool calls_itself(const llvm::Function& function) {
  return llvm::any_of(function.users(), [&](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    return call != nullptr && call->getCalledFunction() == &function && call->getFunction() == &function;
  });
}

}  // namespace

llvm::PreservedAnalyses TailRecursion::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  if (!calls_itself(function)) return llvm::PreservedAnalyses::all();
  // Clang keeps a result in a variable on its way to the return, through blocks that end other variables'
  // lives.
  analyses.invalidate(function, llvm::PromotePass().run(function, analyses));
  analyses.invalidate(function, llvm::SimplifyCFGPass().run(function, analyses));
  llvm::TailCallElimPass().run(function, analyses);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
