// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/target_attributes.h"

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Host.h>

namespace quadcl::compiler {

llvm::PreservedAnalyses TargetAttributes::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const llvm::StringRef processor = compilation_.target.tuned_for.empty()
                                        ? llvm::sys::getHostCPUName()
                                        : llvm::StringRef(compilation_.target.tuned_for);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    // The processor's name only affects the choice among equivalent instructions. The features say which may
    // be used.
    function.addFnAttr("tune-cpu", processor);
    // A short loop that moves the elements of a private array should be unrolled. A call instead would keep
    // the array in memory.
    for (const char* name : {"no-builtin-memcpy", "no-builtin-memmove"}) function.addFnAttr(name);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
