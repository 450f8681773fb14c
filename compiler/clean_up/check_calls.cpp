// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/check_calls.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/kernels.h"
#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler {
namespace {

std::string source_name(const llvm::Function& function) { return llvm::demangle(function.getName().str()); }

/// One report is enough: the first call that could not be inlined.
void report_remaining_call(llvm::Module& module) {
  for (llvm::Function* kernel : kernels_of(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*kernel)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->isInlineAsm()) continue;
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr) {
        module.getContext().emitError("kernel '" + kernel->getName() + "' calls through a function pointer");
        return;
      }
      if (callee->hasFnAttribute(llvm::Attribute::AlwaysInline)) {
        module.getContext().emitError("function '" + source_name(*callee) +
                                      "' is recursive, which OpenCL C does not allow");
        return;
      }
    }
  }
}

void report_undefined(llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (is_runtime_function(function.getName())) continue;
    module.getContext().emitError("undefined function '" + source_name(function) + "'");
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() || variable.use_empty() || variable.getName().starts_with("llvm."))
      continue;
    module.getContext().emitError("undefined variable '" + variable.getName() + "'");
  }
}

}  // namespace

llvm::PreservedAnalyses CheckCalls::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  report_remaining_call(module);
  report_undefined(module);
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
