// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/barriers/slot_sharing.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include <map>

#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

/// Limit of comparisons of two values in one region, so that kernels with very many barriers build in
/// reasonable time.
constexpr std::size_t kMostComparisons = 1u << 20;

using Group = llvm::SmallVector<llvm::Instruction*>;

class Sharing {
 public:
  explicit Sharing(const BarrierRegions& regions) : regions_(regions) {}

  void join(llvm::Instruction* one, llvm::Instruction* other) {
    llvm::Instruction *first = leader_of(one), *second = leader_of(other);
    if (first == second || one->getType() != other->getType()) return;
    const Group members = group_of(first), others = group_of(second);
    const bool interferes = llvm::any_of(members, [&](llvm::Instruction* a) {
      return llvm::any_of(others,
                          [&](llvm::Instruction* b) { return overwrites(*a, *b) || overwrites(*b, *a); });
    });
    if (interferes) return;
    Group& joined = groups_[first];
    joined = members;
    joined.append(others);
    groups_.erase(second);
    for (llvm::Instruction* member : joined) leaders_[member] = first;
  }

  llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*> take_leaders() { return std::move(leaders_); }

 private:
  llvm::Instruction* leader_of(llvm::Instruction* value) const {
    llvm::Instruction* leader = leaders_.lookup(value);
    return leader != nullptr ? leader : value;
  }

  Group group_of(llvm::Instruction* leader) const {
    const auto found = groups_.find(leader);
    return found != groups_.end() ? found->second : Group{leader};
  }

  /// Whether a region stores `value`, and a region after it needs `other`.
  bool overwrites(const llvm::Instruction& value, llvm::Instruction& other) {
    llvm::BasicBlock* block = const_cast<llvm::BasicBlock*>(value.getParent());
    return llvm::any_of(regions_.regions, [&](const Region& region) {
      if (!region.blocks.contains(block)) return false;
      return llvm::any_of(region.next, [&](unsigned next) {
        return regions_.live[next].contains(&other) &&
               (++comparisons_ > kMostComparisons ||
                leads_to(*block, *regions_.barriers[next - 1]->getParent(), region));
      });
    });
  }

  static bool leads_to(llvm::BasicBlock& from, const llvm::BasicBlock& barrier, const Region& region) {
    Worklist<llvm::BasicBlock*> open(llvm::successors(&from));
    while (!open.empty()) {
      llvm::BasicBlock* block = open.take();
      if (block == &barrier) return true;
      if (region.blocks.contains(block)) open.add_all(llvm::successors(block));
    }
    return false;
  }

  const BarrierRegions& regions_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*> leaders_;
  std::map<llvm::Instruction*, Group> groups_;
  std::size_t comparisons_ = 0;
};

}  // namespace

llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*> share_slots(llvm::ArrayRef<PhiAndIncoming> pairs,
                                                                         const BarrierRegions& regions) {
  Sharing sharing(regions);
  for (const auto& [phi, incoming] : pairs) sharing.join(phi, incoming);
  return sharing.take_leaders();
}

}  // namespace quadcl::compiler
