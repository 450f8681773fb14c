// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/neutral_target.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/clean_up/late_inlining.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler {
namespace {

constexpr const char* kTargetAttributes[] = {
    "target-features",        "target-cpu", "frame-pointer", "no-builtins", "stack-protector-buffer-size",
    "uniform-work-group-size"};

void neutralise(llvm::Function& function) {
  function.setCallingConv(llvm::CallingConv::C);
  for (const char* attribute : kTargetAttributes) function.removeFnAttr(attribute);
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
  // LLVM merges equal calls of those in different blocks.
  function.removeFnAttr(is_inlined_late(function) ? llvm::Attribute::Convergent : llvm::Attribute::NoInline);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    call->setCallingConv(llvm::CallingConv::C);
    call->removeFnAttr(llvm::Attribute::NoInline);
    call->removeFnAttr(llvm::Attribute::NoBuiltin);
    if (call->getCalledFunction() != nullptr && is_inlined_late(*call->getCalledFunction()))
      call->removeFnAttr(llvm::Attribute::Convergent);
    if (called_work_item_function(*call) != nullptr) call->addRetAttr(llvm::Attribute::NoUndef);
  }
}

}  // namespace

llvm::PreservedAnalyses NeutralTarget::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) neutralise(function);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
