// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/group_scratch.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/runtime_functions.h"
#include "core/device_limits.h"

namespace quadcl::compiler {

llvm::PreservedAnalyses GroupScratch::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::Function* function = module.getFunction(kGroupScratchFunction);
  if (function == nullptr) return llvm::PreservedAnalyses::all();
  auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(module.getContext()), kMaxWorkGroupSize);
  auto* scratch = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                           llvm::UndefValue::get(type), "group_scratch", nullptr,
                                           llvm::GlobalValue::NotThreadLocal, kLocalAddressSpace);
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(scratch);
    call->eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
