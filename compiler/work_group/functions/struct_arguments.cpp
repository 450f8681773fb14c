// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/struct_arguments.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace quadcl::compiler {
namespace {

void copy_to_variable(llvm::Function& kernel, llvm::Argument& argument) {
  llvm::Type* type = argument.getParamByValType();
  const llvm::Align align = argument.getParamAlign().valueOrOne();
  llvm::IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
  llvm::AllocaInst* copy = builder.CreateAlloca(type);
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  const std::uint64_t size = kernel.getParent()->getDataLayout().getTypeAllocSize(type);
  builder.CreateMemCpy(copy, align, &argument, llvm::Align(1), size);
}

using Reads = llvm::SmallVector<llvm::Instruction*>;

/// Whether the kernel does nothing with the struct but read it.
bool is_only_read(llvm::Value& address, Reads& reads) {
  return llvm::all_of(address.uses(), [&](const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::GetElementPtrInst>(user)) return is_only_read(*user, reads);
    reads.push_back(user);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return load->isSimple();
    const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(user);
    return copy != nullptr && &copy->getRawSourceUse() == &use && !copy->isVolatile();
  });
}

/// The runner's argument memory does not change while a kernel runs, and is not aligned.
void read_in_place(const Reads& reads) {
  for (llvm::Instruction* read : reads) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(read)) {
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(read->getContext(), {}));
      load->setAlignment(llvm::Align(1));
    } else {
      llvm::cast<llvm::MemCpyInst>(read)->setSourceAlignment(llvm::Align(1));
    }
  }
}

}  // namespace

llvm::PreservedAnalyses StructArguments::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Argument& argument : kernel.args()) {
    if (!argument.hasByValAttr()) continue;
    if (Reads reads; is_only_read(argument, reads)) {
      read_in_place(reads);
    } else {
      copy_to_variable(kernel, argument);
    }
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
