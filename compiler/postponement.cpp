// SPDX-License-Identifier: Apache-2.0
#include "compiler/postponement.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/handles.h"
#include "compiler/ir/kernels.h"

namespace quadcl::compiler {
namespace {

/// Kernels that are compiled apart would each have their own.
bool has_variables(const llvm::Module& module) {
  return llvm::any_of(module.globals(), [](const llvm::GlobalVariable& variable) {
    return !variable.isConstant() && variable.getAddressSpace() != kLocalAddressSpace;
  });
}

/// Only the last step of code generation sees errors in it.
bool has_assembly(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& one) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
      return call != nullptr && call->isInlineAsm();
    });
  });
}

/// By their names: what marks a function as a kernel is read with its body.
llvm::Error keep_only(llvm::Module& module, const ProgramImage& image, const std::string& kernel) {
  if (module.getFunction(kernel) == nullptr)
    return llvm::createStringError("there is no kernel '" + kernel + "'");
  for (const KernelImage& one : image.kernels)
    if (llvm::Function* function = module.getFunction(one.name); function != nullptr && one.name != kernel)
      function->eraseFromParent();
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::Module>> read(llvm::LLVMContext& context, const ProgramImage& image,
                                                   const std::vector<std::byte>& bitcode,
                                                   const std::string& kernel) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::getLazyBitcodeModule({bytes, "program"}, context);
  if (!module) return module.takeError();
  if (!kernel.empty())
    if (auto error = keep_only(**module, image, kernel)) return error;
  if (auto error = (*module)->materializeAll()) return error;
  return module;
}

}  // namespace

bool kernels_stand_alone(llvm::Module& module) {
  return llvm::all_of(kernels_of(module), [](const llvm::Function* kernel) { return kernel->use_empty(); });
}

bool kernels_can_wait(llvm::Module& module, Vectorise vectorise, bool in_groups) {
  const auto kernels = kernels_of(module);
  return (kernels.size() > 1 || in_groups || llvm::any_of(module, takes_handles)) &&
         vectorise != Vectorise::verbose && kernels_stand_alone(module) && llvm::none_of(module, is_huge) &&
         !has_variables(module) && !has_assembly(module);
}

std::unique_ptr<llvm::Module> read_kernels(llvm::LLVMContext& context, const ProgramImage& image,
                                           const std::vector<std::byte>& bitcode, const std::string& kernel,
                                           std::string& log) {
  auto module = read(context, image, bitcode, kernel);
  if (module) return std::move(*module);
  log += "error: " + llvm::toString(module.takeError()) + "\n";
  return nullptr;
}

}  // namespace quadcl::compiler
