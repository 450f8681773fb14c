// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/strip_debug_info.h"

#include <llvm/IR/DebugInfo.h>

namespace quadcl::compiler {

llvm::PreservedAnalyses StripDebugInfo::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::StripDebugInfo(module);
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
