// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/store_groups.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler::qpu {
namespace {

/// Whether the store may happen later, up to one of its neighbours.
bool may_join(const llvm::Instruction& instruction, const MemoryOrder& order) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store == nullptr || !store->isSimple()) return false;
  const unsigned space = store->getPointerAddressSpace();
  return (space == kGlobalAddressSpace || (space == kLocalAddressSpace && order.in_memory)) &&
         !store->getValueOperand()->getType()->isVectorTy() && stored_bytes(*store) <= 4;
}

/// Whether stores must not pass it. TMUs never see what the launch stores, so their loads do not matter.
bool is_in_the_way(const llvm::Instruction& instruction, const MemoryOrder& order) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load != nullptr ? order.fresh.contains(load) : instruction.mayReadOrWriteMemory();
}

}  // namespace

unsigned stored_bytes(const llvm::StoreInst& store) {
  return static_cast<unsigned>(
      store.getModule()->getDataLayout().getTypeStoreSize(store.getValueOperand()->getType()));
}

StoreGroups::StoreGroups(llvm::Function& kernel, const MemoryOrder& order, std::size_t limit)
    : forms_(kernel.getParent()->getDataLayout()), limit_(limit) {
  for (const llvm::BasicBlock& block : kernel) {
    for (const llvm::Instruction& instruction : block) {
      if (may_join(instruction, order)) {
        add(llvm::cast<llvm::StoreInst>(instruction));
      } else if (is_in_the_way(instruction, order)) {
        close();
      }
    }
    close();
  }
}

/// All stores that are open have one size and different places.
void StoreGroups::add(const llvm::StoreInst& store) {
  const unsigned bytes = stored_bytes(store);
  const auto is_apart = [&](const llvm::StoreInst* other) {
    const auto distance = forms_.distance(*other->getPointerOperand(), *store.getPointerOperand());
    return stored_bytes(*other) == bytes && distance && std::abs(std::int64_t{*distance}) >= bytes;
  };
  if (!std::all_of(open_.begin(), open_.end(), is_apart)) close();
  open_.push_back(&store);
}

void StoreGroups::close() {
  Group group;
  std::map<const llvm::StoreInst*, std::size_t> order;
  for (const llvm::StoreInst* store : open_) order.emplace(store, order.size());
  const auto end_group = [&] {
    if (group.size() > 1) {
      const auto* last = *std::max_element(group.begin(), group.end(), [&](const auto* a, const auto* b) {
        return order.at(a) < order.at(b);
      });
      for (const llvm::StoreInst* store : group)
        if (store != last) earlier_.insert(store);
      most_ = std::max(most_, group.size());
      by_last_[last] = group;
    }
    group.clear();
  };
  const auto place = [&](const llvm::StoreInst* store) {
    return *forms_.distance(*open_.front()->getPointerOperand(), *store->getPointerOperand());
  };
  Group sorted = open_;
  std::sort(sorted.begin(), sorted.end(), [&](const auto* a, const auto* b) { return place(a) < place(b); });
  for (const llvm::StoreInst* store : sorted) {
    const bool follows =
        !group.empty() && std::int64_t{place(store)} - place(group.back()) == stored_bytes(*store);
    if (!follows || group.size() == limit_) end_group();
    group.push_back(store);
  }
  end_group();
  open_.clear();
}

StoreGroups::Group StoreGroups::at(const llvm::StoreInst& store) const {
  if (const auto found = by_last_.find(&store); found != by_last_.end()) return found->second;
  if (earlier_.contains(&store)) return {};
  return {&store};
}

}  // namespace quadcl::compiler::qpu
