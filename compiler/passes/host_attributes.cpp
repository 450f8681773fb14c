// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/host_attributes.h"

#include <llvm/IR/Function.h>
#include <llvm/TargetParser/Host.h>

namespace quadcl::compiler {

llvm::PreservedAnalyses HostAttributes::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  // The processor's own name chooses among equal instructions only; which may be used is in the features.
  function.addFnAttr("tune-cpu", llvm::sys::getHostCPUName());
  // A short loop that moves the elements of a private array is to be unrolled, not to become a call that
  // keeps the array in memory.
  for (const char* name : {"no-builtin-memcpy", "no-builtin-memmove"}) function.addFnAttr(name);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
