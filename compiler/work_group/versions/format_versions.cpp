// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/format_versions.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/handles.h"
#include "compiler/ir/image_functions.h"
#include "compiler/ir/kernels.h"

namespace quadcl::compiler {
namespace {

/// Longer kernels have no versions: each takes as long to compile as the kernel.
constexpr std::size_t kMostInstructions = 5000;

/// A question for the format of an image.
struct Question {
  llvm::CallInst* call;
  FormatUse use;
};

/// The argument of a kernel that a pointer is; null if it is none.
const llvm::Argument* argument_of(const llvm::Value* pointer) {
  return llvm::dyn_cast<llvm::Argument>(pointer->stripPointerCasts());
}

std::vector<llvm::CallInst*> calls_of(llvm::Function& function, const char* name) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        call->getCalledFunction()->getName() == name)
      calls.push_back(call);
  }
  return calls;
}

std::vector<Question> questions_of(llvm::Function& function) {
  std::vector<Question> questions;
  for (const ColourKind kind : {ColourKind::floats, ColourKind::naturals}) {
    for (llvm::CallInst* call : calls_of(function, kFormatOfFunctions[static_cast<unsigned>(kind)])) {
      const llvm::Argument* argument = argument_of(call->getArgOperand(0));
      questions.push_back({call, {argument != nullptr ? argument->getArgNo() : FormatUse::kUnknown, kind}});
    }
  }
  return questions;
}

void answer(llvm::Function& function, unsigned number) {
  const std::vector<Question> questions = questions_of(function);
  if (questions.empty()) return;
  for (const auto& [call, use] : questions) {
    const unsigned known = use.argument != FormatUse::kUnknown ? number : 0;
    llvm::WeakVH left(call);  // simplifying erases calls without effects
    llvm::replaceAndRecursivelySimplify(call, llvm::ConstantInt::get(call->getType(), known));
    if (left != nullptr) call->eraseFromParent();
  }
  for (llvm::BasicBlock& block : function)
    llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  llvm::EliminateUnreachableBlocks(function);
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function))
    llvm::MergeBlockIntoPredecessor(&block);
}

/// The images whose formats the kernel asks for; empty if it asks for one that is no argument.
std::vector<FormatUse> uses_of(const std::vector<Question>& questions) {
  std::vector<FormatUse> uses;
  for (const auto& [call, use] : questions) {
    if (use.argument == FormatUse::kUnknown) return {};
    if (!llvm::is_contained(uses, use)) uses.push_back(use);
  }
  return uses;
}

void mark_loads_of_images(llvm::Function& kernel) {
  llvm::MDNode* none = llvm::MDNode::get(kernel.getContext(), {});
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load == nullptr || !load->isSimple()) continue;
    const auto* image = argument_of(load->getPointerOperand()->stripInBoundsConstantOffsets());
    if (image != nullptr && handle_type(*image) > HandleType::sampler)
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, none);
  }
}

}  // namespace

llvm::PreservedAnalyses FormatVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (llvm::none_of(module, takes_handles)) return llvm::PreservedAnalyses::all();
  const std::vector<llvm::Function*> kernels = kernels_of(module);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    llvm::Function& kernel = *kernels[i];
    mark_loads_of_images(kernel);
    const std::vector<FormatUse> uses = uses_of(questions_of(kernel));
    if (uses.empty() || !compilation_.optimise || kernel.getInstructionCount() > kMostInstructions) continue;
    for (unsigned number = 1; number <= kFormatVersions; ++number) {
      llvm::ValueToValueMapTy ignored;
      answer(*llvm::CloneFunction(&kernel, ignored), number);
      KernelImage* original = compilation_.images[i];
      FormatVersion& version = compilation_.format_versions.emplace_back(original, *original, number, uses);
      version.image.code.symbol += ".format" + std::to_string(number);
      compilation_.images.push_back(&version.image);
    }
  }
  for (llvm::Function& function : module) answer(function, 0);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
