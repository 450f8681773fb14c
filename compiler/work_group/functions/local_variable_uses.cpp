// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/local_variable_uses.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses LocalVariableUses::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::SmallVector<llvm::Constant*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != kLocalAddressSpace) continue;
    variable.removeDeadConstantUsers();
    variables.push_back(&variable);
  }
  return unless_changed(llvm::convertUsersOfConstantsToInstructions(variables));
}

}  // namespace quadcl::compiler
