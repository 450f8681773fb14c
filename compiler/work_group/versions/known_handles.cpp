// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/known_handles.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstddef>
#include <map>
#include <tuple>

#include "compiler/ir/image_functions.h"
#include "compiler/ir/image_members.h"
#include "core/image_abi.h"

namespace quadcl::compiler {
namespace {

/// The calls of functions whose names contain this.
std::vector<llvm::CallInst*> calls_of(llvm::Function& function, llvm::StringRef name) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        call->getCalledFunction()->getName().contains(name))
      calls.push_back(call);
  }
  return calls;
}

LaunchFact fact_of(const llvm::Argument& argument, std::span<const LaunchFact> facts) {
  return argument.getArgNo() < facts.size() ? facts[argument.getArgNo()] : 0;
}

void replace(llvm::Instruction& instruction, std::uint64_t number) {
  llvm::replaceAndRecursivelySimplify(&instruction, llvm::ConstantInt::get(instruction.getType(), number));
  if (instruction.use_empty() && instruction.getParent() != nullptr) instruction.eraseFromParent();
}

void know_samplers(llvm::Function& kernel, std::span<const LaunchFact> facts) {
  for (llvm::Argument& argument : kernel.args()) {
    const LaunchFact fact = fact_of(argument, facts);
    if (!is_sampler(fact) || !argument.getType()->isPointerTy()) continue;
    auto* bits = llvm::ConstantInt::get(llvm::Type::getInt64Ty(kernel.getContext()), fact & ~kIsSampler);
    argument.replaceAllUsesWith(llvm::ConstantExpr::getIntToPtr(bits, argument.getType()));
  }
}

void know_formats(llvm::Function& kernel, std::span<const LaunchFact> facts) {
  for (llvm::Instruction& load : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    const auto member = loaded_member(load);
    if (!member || !load.getType()->isIntegerTy(32)) continue;
    const LaunchFact fact = fact_of(*member->image, facts);
    if (!is_format(fact)) continue;
    if (member->offset == offsetof(quadcl_image, channel_order))
      load.replaceAllUsesWith(llvm::ConstantInt::get(load.getType(), order_in(fact)));
    if (member->offset == offsetof(quadcl_image, channel_type))
      load.replaceAllUsesWith(llvm::ConstantInt::get(load.getType(), type_in(fact)));
  }
  const auto answer = [&](const char* question, auto holds) {
    for (llvm::CallInst* call : calls_of(kernel, question)) {
      const auto* image = llvm::dyn_cast<llvm::Argument>(call->getArgOperand(0)->stripPointerCasts());
      if (image == nullptr || !holds(fact_of(*image, facts))) continue;
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), 1));
      call->eraseFromParent();
    }
  };
  answer(kIsNearFunction, is_format);
  answer(kIsTextureFunction, [](LaunchFact fact) { return is_format(fact) && (fact & kIsTexture) != 0; });
}

void simplify(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::DCEPass());
  analyses.invalidate(function, passes.run(function, analyses));
}

/// The functions for any format, made for single formats: each once, since they are long.
class OfFormats {
 public:
  explicit OfFormats(llvm::FunctionAnalysisManager& analyses) : analyses_(analyses) {}
  OfFormats(const OfFormats&) = delete;
  ~OfFormats() {
    for (const auto& [key, function] : functions_) {
      analyses_.clear(*function, function->getName());
      function->eraseFromParent();
    }
  }

  llvm::Function& get(llvm::Function& of_any, llvm::ConstantInt& order, llvm::ConstantInt& type) {
    llvm::Function*& function = functions_[{&of_any, &order, &type}];
    if (function != nullptr) return *function;
    llvm::ValueToValueMapTy values;
    function = llvm::CloneFunction(&of_any, values);
    function->getArg(1)->replaceAllUsesWith(&order);
    function->getArg(2)->replaceAllUsesWith(&type);
    simplify(*function, analyses_);
    return *function;
  }

 private:
  llvm::FunctionAnalysisManager& analyses_;
  std::map<std::tuple<llvm::Function*, llvm::ConstantInt*, llvm::ConstantInt*>, llvm::Function*> functions_;
};

void inline_known_formats(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  OfFormats functions(analyses);
  for (llvm::CallInst* call : calls_of(kernel, kAnyFormatFunctions)) {
    auto* order = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
    auto* type = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(2));
    if (order == nullptr || type == nullptr || call->getCalledFunction()->isDeclaration()) continue;
    call->setCalledFunction(&functions.get(*call->getCalledFunction(), *order, *type));
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
}

}  // namespace

std::vector<FormatUse> format_uses(llvm::Function& kernel) {
  std::vector<FormatUse> uses;
  for (const llvm::CallInst* call : calls_of(kernel, kAnyFormatFunctions)) {
    const llvm::StringRef name = call->getCalledFunction()->getName();
    const auto found =
        llvm::find_if(kKindsOfAnyFormat, [&](const auto& row) { return name.contains(row.first); });
    if (found == std::end(kKindsOfAnyFormat)) continue;
    const auto order = loaded_member(*call->getArgOperand(1));
    const FormatUse use{order ? order->image->getArgNo() : FormatUse::kUnknown, found->second};
    if (!llvm::is_contained(uses, use)) uses.push_back(use);
  }
  return uses;
}

void know_handles(llvm::Function& kernel, std::span<const LaunchFact> facts,
                  llvm::FunctionAnalysisManager& analyses) {
  know_samplers(kernel, facts);
  know_formats(kernel, facts);
  inline_known_formats(kernel, analyses);
  simplify(kernel, analyses);
}

void know_no_more(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (const char* question : {kIsNearFunction, kIsTextureFunction})
      for (llvm::CallInst* call : calls_of(function, question)) replace(*call, 0);
}

void mark_loads_of_images(llvm::Function& kernel) {
  llvm::MDNode* none = llvm::MDNode::get(kernel.getContext(), {});
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (loaded_member(instruction)) instruction.setMetadata(llvm::LLVMContext::MD_invariant_load, none);
}

}  // namespace quadcl::compiler
