// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/late_inlining.h"

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

bool is_inlined_late(const llvm::Function& function) {
  return !function.isDeclaration() && function.hasFnAttribute(llvm::Attribute::NoInline) &&
         !function.hasFnAttribute(llvm::Attribute::OptimizeNone) && function.doesNotAccessMemory();
}

llvm::PreservedAnalyses LateInlining::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    if (!is_inlined_late(function)) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return llvm::PreservedAnalyses::all();  // no analysis looks at the marks
}

}  // namespace quadcl::compiler
