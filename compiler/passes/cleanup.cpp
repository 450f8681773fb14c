// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/cleanup.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/passes/group_scratch.h"
#include "compiler/passes/inlining.h"
#include "compiler/passes/pass_runner.h"
#include "compiler/passes/printf.h"
#include "compiler/passes/program_size.h"
#include "compiler/passes/runtime_functions.h"
#include "compiler/passes/safe_conversion.h"
#include "compiler/passes/safe_division.h"
#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {
namespace {

constexpr const char* kTargetAttributes[] = {
    "target-features",        "target-cpu", "frame-pointer", "no-builtins", "stack-protector-buffer-size",
    "uniform-work-group-size"};

void neutralise(llvm::Function& function) {
  function.setCallingConv(llvm::CallingConv::C);
  for (const char* attribute : kTargetAttributes) function.removeFnAttr(attribute);
  function.removeFnAttr(llvm::Attribute::NoInline);
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    call->setCallingConv(llvm::CallingConv::C);
    call->removeFnAttr(llvm::Attribute::NoInline);
    call->removeFnAttr(llvm::Attribute::NoBuiltin);
    if (called_work_item_function(*call) != nullptr) call->addRetAttr(llvm::Attribute::NoUndef);
  }
}

/// Everything but the kernels is ours to inline and drop.
void make_internal(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const bool is_kernel = function.hasMetadata("kernel_arg_type");
    function.setLinkage(is_kernel ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setDSOLocal(true);
    function.setComdat(nullptr);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || variable.getName().starts_with("llvm.")) continue;
    variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    variable.setComdat(nullptr);
    // clang leaves __local variables undefined; on this side of the flow any value will do.
    if (!variable.hasInitializer()) variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
  }
}

std::string recursive_call(llvm::Module& module) {
  for (llvm::Function* kernel : kernels_of(module)) {
    for (llvm::Instruction& instruction : llvm::instructions(*kernel)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->isInlineAsm()) continue;
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr)
        return "error: kernel '" + kernel->getName().str() + "' calls through a function pointer\n";
      if (callee->hasFnAttribute(llvm::Attribute::AlwaysInline))
        return "error: function '" + llvm::demangle(callee->getName().str()) +
               "' is recursive, which OpenCL C does not allow\n";
    }
  }
  return {};
}

std::string undefined_functions(llvm::Module& module) {
  std::string problems;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (is_runtime_function(function.getName())) continue;
    problems += "error: undefined function '" + llvm::demangle(function.getName().str()) + "'\n";
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() || variable.use_empty() || variable.getName().starts_with("llvm."))
      continue;
    problems += "error: undefined variable '" + variable.getName().str() + "'\n";
  }
  return problems;
}

void drop_lifetime_markers(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (instruction.isLifetimeStartOrEnd()) instruction.eraseFromParent();
    }
  }
}

/// What no kernel calls: programs include whole libraries of functions.
llvm::ModulePassManager unused_code(llvm::PassBuilder&) {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  return passes;
}

llvm::ModulePassManager inlining(llvm::PassBuilder&) {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(llvm::GlobalDCEPass());
  return passes;
}

/// Variables become values, which all that follows counts on.
llvm::ModulePassManager promotion(llvm::PassBuilder&) {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::ModifyCFG)));
  return passes;
}

llvm::ModulePassManager simplification(llvm::PassBuilder&) {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::InferAddressSpacesPass(0));
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(llvm::DCEPass());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(llvm::GlobalDCEPass());
  return passes;
}

/// Everything goes into the kernels unless one would be too long to be optimised. Since variables in memory
/// take half of what the front end writes, that is asked again without them.
void choose_inlined(llvm::Module& module) {
  inline_all(module);
  if (!has_huge_function(module)) return;
  run_passes(module, {}, promotion);
  if (has_huge_function(module)) keep_calls(module);
}

}  // namespace

std::vector<llvm::Function*> kernels_of(llvm::Module& module) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasMetadata("kernel_arg_type")) kernels.push_back(&function);
  }
  return kernels;
}

void neutralise(llvm::Module& module) {
  for (llvm::Function& function : module) neutralise(function);
}

void forget_convergence(llvm::Module& module) {
  for (llvm::Function& function : module) {
    function.removeFnAttr(llvm::Attribute::Convergent);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->removeFnAttr(llvm::Attribute::Convergent);
  }
}

std::string clean_up(llvm::Module& module) {
  neutralise(module);
  place_group_scratch(module);
  make_internal(module);
  run_passes(module, {}, unused_code);
  choose_inlined(module);
  if (std::string problem = too_large_to_inline(module); !problem.empty()) return problem;
  run_passes(module, {}, inlining);
  if (std::string problem = recursive_call(module) + undefined_functions(module); !problem.empty())
    return problem;
  drop_lifetime_markers(module);
  make_division_safe(module);
  make_conversions_safe(module);
  lower_printf(module);  // before anything takes it for the C library's
  run_passes(module, {}, promotion);
  mark_huge_functions(module);
  run_passes(module, {}, simplification);
  return {};
}

}  // namespace quadcl::compiler
