// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/inspect_program.h"

#include "compiler/frontend/kernel_metadata.h"
#include "compiler/frontend/seen_groups.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernels.h"

namespace quadcl::compiler {
namespace {

/// The size of the program's own variables in global memory, used or not.
std::uint64_t bytes_of_variables(const llvm::Module& module) {
  std::uint64_t bytes = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == kGlobalAddressSpace)
      bytes += module.getDataLayout().getTypeAllocSize(variable.getValueType());
  }
  return bytes;
}

/// Whether the program's own code uses the size of its group.
bool asks_for_local_size(const llvm::Module& module) {
  const llvm::Function* function = module.getFunction("_Z14get_local_sizej");
  return function != nullptr && !function->use_empty();
}

/// Whether all functions of the program allow other orders of sums.
bool reorders_sums(const llvm::Module& module) {
  return llvm::all_of(module, [](const llvm::Function& function) {
    return function.isDeclaration() || function.getFnAttribute("unsafe-fp-math").getValueAsBool();
  });
}

}  // namespace

void inspect_program(llvm::Module& module, ProgramImage& image) {
  image.variable_bytes = bytes_of_variables(module);
  const bool sees_local_size = asks_for_local_size(module), reorders = reorders_sums(module);
  for (const llvm::Function* function : kernels_of(module)) {
    KernelImage& kernel = image.kernels.emplace_back(describe_kernel(*function));
    kernel.sees_groups = sees_groups(*function);
    kernel.needs_equal_groups = kernel.uniform_groups && sees_local_size;
    kernel.reorders_sums = reorders;
  }
}

}  // namespace quadcl::compiler
