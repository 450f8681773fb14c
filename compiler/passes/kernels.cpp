// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/kernels.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace quadcl::compiler {
namespace {

/// Metadata of a version: its purpose, and the kernel that it is a copy of.
constexpr const char* kVersionOf = "quadcl.version_of";

llvm::StringRef name_of(KernelVersion version) { return version == KernelVersion::wide ? "wide" : "check"; }

}  // namespace

bool is_kernel(const llvm::Function& function) {
  return !function.isDeclaration() && function.hasMetadata("kernel_arg_type");
}

std::vector<llvm::Function*> kernels_of(llvm::Module& module) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (is_kernel(function) && !function.hasMetadata(kVersionOf)) kernels.push_back(&function);
  }
  return kernels;
}

llvm::Function* make_version(llvm::Function& kernel, KernelVersion version) {
  llvm::ValueToValueMapTy ignored;
  llvm::Function* copy = llvm::CloneFunction(&kernel, ignored);
  llvm::LLVMContext& context = kernel.getContext();
  copy->setMetadata(kVersionOf, llvm::MDNode::get(context, {llvm::MDString::get(context, name_of(version)),
                                                            llvm::ValueAsMetadata::get(&kernel)}));
  return copy;
}

bool is_version(const llvm::Function& function, KernelVersion version) {
  const llvm::MDNode* node = function.getMetadata(kVersionOf);
  return node != nullptr && llvm::cast<llvm::MDString>(node->getOperand(0))->getString() == name_of(version);
}

std::vector<KernelVersions> versions_of_kernels(llvm::Module& module) {
  std::vector<KernelVersions> all;
  llvm::DenseMap<const llvm::Value*, std::size_t> places;
  for (llvm::Function* kernel : kernels_of(module)) {
    places[kernel] = all.size();
    all.push_back({kernel});
  }
  for (llvm::Function& function : module) {
    const llvm::MDNode* node = function.getMetadata(kVersionOf);
    if (node == nullptr) continue;
    const auto* kernel = llvm::cast<llvm::ValueAsMetadata>(node->getOperand(1))->getValue();
    KernelVersions& versions = all[places.lookup(kernel)];
    (is_version(function, KernelVersion::wide) ? versions.wide : versions.check) = &function;
  }
  return all;
}

}  // namespace quadcl::compiler
