// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/bounded_ids.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler::qpu {

llvm::PreservedAnalyses BoundedIds::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  constexpr unsigned kBits = 31;
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr || !call->getType()->isIntegerTy()) continue;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    if (name != kGlobalIdFunction && find_work_item_function(name) == nullptr) continue;
    const unsigned bits = call->getType()->getIntegerBitWidth();
    call->setMetadata(llvm::LLVMContext::MD_range,
                      llvm::MDBuilder(function.getContext())
                          .createRange(llvm::APInt(bits, 0), llvm::APInt::getOneBitSet(bits, kBits)));
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
