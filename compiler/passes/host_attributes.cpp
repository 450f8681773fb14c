// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/host_attributes.h"

#include <llvm/IR/Function.h>
#include <llvm/TargetParser/Host.h>

namespace quadcl::compiler {

llvm::PreservedAnalyses HostAttributes::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  // The processor's name only affects the choice among equivalent instructions. The features say which may be
  // used.
  function.addFnAttr("tune-cpu", llvm::sys::getHostCPUName());
  // A short loop that moves the elements of a private array should be unrolled. A call instead would keep the
  // array in memory.
  for (const char* name : {"no-builtin-memcpy", "no-builtin-memmove"}) function.addFnAttr(name);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
