// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/fused_vectors.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace quadcl::compiler {

llvm::PreservedAnalyses FusedVectors::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::fmuladd) continue;
    if (!call->getType()->isVectorTy() || !call->getType()->getScalarType()->isFloatTy()) continue;
    call->setCalledFunction(
        llvm::Intrinsic::getDeclaration(function.getParent(), llvm::Intrinsic::fma, {call->getType()}));
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
