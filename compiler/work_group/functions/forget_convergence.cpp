// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/forget_convergence.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace quadcl::compiler {

llvm::PreservedAnalyses ForgetConvergence::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    function.removeFnAttr(llvm::Attribute::Convergent);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->removeFnAttr(llvm::Attribute::Convergent);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
