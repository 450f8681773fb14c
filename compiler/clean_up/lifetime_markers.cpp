// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/lifetime_markers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler {

llvm::PreservedAnalyses LifetimeMarkers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!instruction.isLifetimeStartOrEnd()) continue;
    instruction.eraseFromParent();
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
