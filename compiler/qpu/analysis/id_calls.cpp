// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/id_calls.h"

#include <llvm/IR/Module.h>

namespace quadcl::compiler::qpu {

llvm::CallInst* call_id_function(llvm::IRBuilder<>& builder, const char* name, llvm::Value& dimension) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto function = module.getOrInsertFunction(name, builder.getInt64Ty(), builder.getInt32Ty());
  auto* declared = llvm::cast<llvm::Function>(function.getCallee());
  declared->setDoesNotAccessMemory();
  declared->setWillReturn();
  declared->setDoesNotThrow();
  return builder.CreateCall(function, {&dimension});
}

}  // namespace quadcl::compiler::qpu
