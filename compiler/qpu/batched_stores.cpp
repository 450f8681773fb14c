// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/batched_stores.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace quadcl::compiler::qpu {
namespace {

constexpr std::uint32_t kVpmRows = 5;  ///< of a QPU: 64 rows for 12 of them

const llvm::Argument* buffer_of(const llvm::StoreInst& store) {
  return llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(store.getPointerOperand()));
}

}  // namespace

BatchedStores find_batched_stores(const llvm::Function& kernel, const LaneStrides& strides) {
  std::vector<const llvm::StoreInst*> stores;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) stores.push_back(store);
  BatchedStores result;
  if (stores.empty() || stores.size() > kVpmRows / 2) return result;
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (std::size_t i = 0; i < stores.size(); ++i) {
    const auto bytes =
        static_cast<std::int32_t>(layout.getTypeStoreSize(stores[i]->getValueOperand()->getType()));
    if (bytes > 4 || strides.of(*stores[i]->getPointerOperand()) != bytes || buffer_of(*stores[i]) == nullptr)
      return BatchedStores();
    for (std::size_t j = 0; j < i; ++j) {
      if (buffer_of(*stores[i]) == buffer_of(*stores[j])) return BatchedStores();
      result.apart.push_back({buffer_of(*stores[j])->getArgNo(), buffer_of(*stores[i])->getArgNo()});
    }
    result.numbers[stores[i]] = static_cast<std::uint32_t>(i);
  }
  result.rows = kVpmRows / static_cast<std::uint32_t>(stores.size());
  return result;
}

}  // namespace quadcl::compiler::qpu
