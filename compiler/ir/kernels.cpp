// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/kernels.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace quadcl::compiler {
namespace {

/// Metadata of a version: its purpose and its kernel.
constexpr const char* kVersionOf = "quadcl.version_of";

struct VersionRow {
  llvm::StringRef purpose;
  llvm::Function* KernelVersions::* version;
};

const VersionRow& row_of(KernelVersion version) {
  static constexpr VersionRow kRows[] = {{"wide", &KernelVersions::wide},
                                         {"check", &KernelVersions::check},
                                         {"linear", &KernelVersions::linear}};
  return kRows[static_cast<unsigned>(version)];
}

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
  const llvm::MDNode* node = kernel.getMetadata(kVersionOf);
  llvm::Metadata* original =
      node != nullptr ? node->getOperand(1).get() : llvm::ValueAsMetadata::get(&kernel);
  llvm::Metadata* purpose = llvm::MDString::get(context, row_of(version).purpose);
  copy->setMetadata(kVersionOf, llvm::MDNode::get(context, {purpose, original}));
  return copy;
}

bool is_version(const llvm::Function& function, KernelVersion version) {
  const llvm::MDNode* node = function.getMetadata(kVersionOf);
  return node != nullptr &&
         llvm::cast<llvm::MDString>(node->getOperand(0))->getString() == row_of(version).purpose;
}

std::vector<KernelVersions> versions_of_kernels(llvm::Module& module) {
  std::vector<KernelVersions> all;
  llvm::DenseMap<const llvm::Value*, std::size_t> numbers;
  for (llvm::Function* kernel : kernels_of(module)) {
    numbers[kernel] = all.size();
    all.push_back({kernel});
  }
  for (llvm::Function& function : module) {
    const llvm::MDNode* node = function.getMetadata(kVersionOf);
    if (node == nullptr) continue;
    const auto* kernel = llvm::cast<llvm::ValueAsMetadata>(node->getOperand(1))->getValue();
    KernelVersions& versions = all[numbers.lookup(kernel)];
    for (const KernelVersion version : {KernelVersion::wide, KernelVersion::check, KernelVersion::linear})
      if (is_version(function, version)) versions.*row_of(version).version = &function;
  }
  return all;
}

}  // namespace quadcl::compiler
