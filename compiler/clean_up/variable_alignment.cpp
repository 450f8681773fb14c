// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/variable_alignment.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <string>

#include "compiler/ir/address_spaces.h"
#include "compiler/log_diagnostics.h"
#include "core/kernel_abi.h"

namespace quadcl::compiler {
namespace {

constexpr llvm::Align kMost = llvm::Align::Constant<QUADCL_MEMORY_ALIGNMENT>();

/// Of variables whose alignment was lowered. Inlining makes copies of variables: each is told once.
class Warnings {
 public:
  explicit Warnings(llvm::LLVMContext& context) : context_(context) {}

  void add(llvm::StringRef variable, llvm::Align wanted) {
    const std::string text = ("variable '" + variable.split(".i").first + "' is aligned to " +
                              llvm::Twine(kMost.value()) + " bytes, not to " + llvm::Twine(wanted.value()))
                                 .str();
    if (told_.insert(text).second) context_.diagnose(Warning(text));
  }

  bool any() const { return !told_.empty(); }

 private:
  llvm::LLVMContext& context_;
  std::set<std::string> told_;
};

void lower_variable(llvm::AllocaInst& variable, Warnings& warnings) {
  if (variable.getAlign() <= kMost) return;
  warnings.add(variable.getName(), variable.getAlign());
  variable.setAlignment(kMost);
}

void lower_variable(llvm::GlobalVariable& variable, Warnings& warnings) {
  if (variable.getAddressSpace() != kLocalAddressSpace || variable.getAlign().valueOrOne() <= kMost) return;
  warnings.add(variable.getName(), *variable.getAlign());
  variable.setAlignment(kMost);
}

template <typename Access>
void lower_access(llvm::Instruction& instruction) {
  if (auto* access = llvm::dyn_cast<Access>(&instruction))
    access->setAlignment(std::min(access->getAlign(), kMost));
}

void lower_copy(llvm::Instruction& instruction) {
  auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  if (set == nullptr) return;
  set->setDestAlignment(std::min(set->getDestAlign().valueOrOne(), kMost));
  if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(set))
    copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), kMost));
}

void lower_accesses(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    lower_access<llvm::LoadInst>(instruction);
    lower_access<llvm::StoreInst>(instruction);
    lower_access<llvm::AtomicRMWInst>(instruction);
    lower_access<llvm::AtomicCmpXchgInst>(instruction);
    lower_copy(instruction);
  }
}

}  // namespace

llvm::PreservedAnalyses VariableAlignment::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  Warnings warnings(module.getContext());
  for (llvm::GlobalVariable& variable : module.globals()) lower_variable(variable, warnings);
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        lower_variable(*variable, warnings);
  if (!warnings.any()) return llvm::PreservedAnalyses::all();
  for (llvm::Function& function : module) lower_accesses(function);
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
