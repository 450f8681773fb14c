// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/known_group.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::size_t kDimensions = 3;
constexpr std::uint64_t kAlignment = 128;  ///< of the largest vector

void make_variable(llvm::Argument& argument, std::uint32_t bytes) {
  auto* word = llvm::Type::getInt32Ty(argument.getContext());
  auto* type = llvm::ArrayType::get(word, (bytes + 3) / 4);
  auto* variable = new llvm::GlobalVariable(*argument.getParent()->getParent(), type, false,
                                            llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                            argument.getName(), nullptr, llvm::GlobalValue::NotThreadLocal,
                                            kLocalAddressSpace);
  variable->setAlignment(llvm::Align(kAlignment));
  argument.replaceAllUsesWith(variable);
}

}  // namespace

bool knows_group(std::span<const LaunchFact> facts) {
  return facts.size() > kDimensions && std::ranges::all_of(facts.last(kDimensions), is_size);
}

void know_group(llvm::Function& kernel, std::span<const LaunchFact> facts) {
  if (facts.size() != kernel.arg_size() + kDimensions) return;
  llvm::SmallVector<llvm::Metadata*, kDimensions> sizes;
  for (const LaunchFact fact : facts.last(kDimensions))
    sizes.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(kernel.getContext()), size_in(fact))));
  kernel.setMetadata("reqd_work_group_size", llvm::MDNode::get(kernel.getContext(), sizes));
  for (llvm::Argument& argument : kernel.args())
    if (const LaunchFact fact = facts[argument.getArgNo()]; is_local_pointer(argument) && is_size(fact))
      make_variable(argument, size_in(fact));
}

}  // namespace quadcl::compiler::qpu
