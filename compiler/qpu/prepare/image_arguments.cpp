// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/image_arguments.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/handles.h"
#include "compiler/ir/image_members.h"
#include "compiler/qpu/prepare/argument_words.h"

namespace quadcl::compiler::qpu {
namespace {

struct LoadOfMember {
  llvm::Instruction* load;
  ImageMember member;
};

/// What the load gives; null if QPUs cannot have it.
llvm::Value* value_of(const LoadOfMember& one, const llvm::DataLayout& layout) {
  llvm::Argument& image = const_cast<llvm::Argument&>(*one.member.image);
  if (one.load->getType()->isPointerTy()) return one.member.offset == 0 ? &image : nullptr;
  const std::uint64_t bits = layout.getTypeSizeInBits(one.load->getType());
  if (!one.load->getType()->isIntegerTy() || bits > 64) return nullptr;
  return ArgumentWords(image).number(one.member.offset * 8, static_cast<unsigned>(bits));
}

bool replace_samplers(llvm::Function& kernel) {
  bool changed = false;
  for (llvm::Argument& argument : kernel.args()) {
    if (argument.use_empty() || handle_type(argument) != HandleType::sampler) continue;
    argument.replaceAllUsesWith(ArgumentWords(argument).pointer());
    changed = true;
  }
  return changed;
}

}  // namespace

/// All at once: afterwards, the argument means another place.
llvm::PreservedAnalyses ImageArguments::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<LoadOfMember> loads;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (const auto member = loaded_member(instruction)) loads.push_back({&instruction, *member});
  for (const LoadOfMember& one : loads) {
    llvm::Value* value = value_of(one, kernel.getParent()->getDataLayout());
    if (value == nullptr) continue;
    one.load->replaceAllUsesWith(value);
    one.load->eraseFromParent();
  }
  const bool has_samplers = replace_samplers(kernel);
  return unless_values_changed(has_samplers || !loads.empty());
}

}  // namespace quadcl::compiler::qpu
