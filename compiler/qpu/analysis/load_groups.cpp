// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/load_groups.h"

#include <llvm/IR/Module.h>

#include <algorithm>

namespace quadcl::compiler::qpu {
namespace {

constexpr std::int32_t kLoadedBytes = 4;

bool is_word(const llvm::LoadInst& load) {
  return load.isSimple() && !load.getType()->isVectorTy() &&
         load.getModule()->getDataLayout().getTypeStoreSize(load.getType()) == kLoadedBytes;
}

}  // namespace

LoadGroups::LoadGroups(llvm::Function& kernel, const JoinRule& rule)
    : most_(rule.most), forms_(kernel.getParent()->getDataLayout()) {
  std::vector<const llvm::LoadInst*> open;
  for (const llvm::BasicBlock& block : kernel) {
    for (const llvm::Instruction& instruction : block) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && is_word(*load) && rule.may_join(*load)) {
        open.push_back(load);
      } else if (instruction.mayWriteToMemory() && !rule.passes_stores) {
        close(open);
      }
    }
    close(open);
  }
}

/// Takes those at known distances from the first one, until none is left.
void LoadGroups::close(std::vector<const llvm::LoadInst*>& open) {
  while (!open.empty()) {
    std::map<std::int32_t, const llvm::LoadInst*> by_place;
    const llvm::LoadInst* first = open.front();
    std::erase_if(open, [&](const llvm::LoadInst* load) {
      const auto place = forms_.distance(*first->getPointerOperand(), *load->getPointerOperand());
      return load == first ||
             (place && !by_place.contains(*place) && *place != 0 && by_place.emplace(*place, load).second);
    });
    by_place.emplace(0, first);
    Group group;
    std::int32_t next = 0;
    const auto end_group = [&] {
      for (const llvm::LoadInst* load : group) groups_[load] = group;
      group.clear();
    };
    for (const auto& [place, load] : by_place) {
      if (place != next || group.size() == most_) end_group();
      group.push_back(load);
      next = place + kLoadedBytes;
    }
    end_group();
  }
}

LoadGroups::Group LoadGroups::at(const llvm::LoadInst& load) const {
  const auto found = groups_.find(&load);
  return found != groups_.end() ? found->second : Group{&load};
}

}  // namespace quadcl::compiler::qpu
