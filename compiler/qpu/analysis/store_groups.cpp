// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/store_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstdlib>

#include "compiler/ir/address_spaces.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::uint64_t kWord = 4;

/// How many bytes from `offset` on in a value of the type no member has: what follows members of a smaller
/// alignment, and the fourth element of a vector of three.
std::uint64_t unused_bytes(llvm::Type& type, std::uint64_t offset, const llvm::DataLayout& layout) {
  const std::uint64_t end = layout.getTypeAllocSize(&type);
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
    llvm::Type& element = *array->getElementType();
    return unused_bytes(element, offset % layout.getTypeAllocSize(&element), layout);
  }
  auto* members = llvm::dyn_cast<llvm::StructType>(&type);
  if (members == nullptr) return offset < layout.getTypeStoreSize(&type) ? 0 : end - offset;
  const llvm::StructLayout& places = *layout.getStructLayout(members);
  const unsigned number = places.getElementContainingOffset(offset);
  const std::uint64_t begin = places.getElementOffset(number),
                      next = number + 1 < members->getNumElements()
                                 ? places.getElementOffset(number + 1).getFixedValue()
                                 : end;
  llvm::Type& member = *members->getElementType(number);
  const std::uint64_t of_member = layout.getTypeAllocSize(&member), inside = offset - begin;
  const std::uint64_t unused = inside < of_member ? unused_bytes(member, inside, layout) : 0;
  return inside + unused >= of_member ? next - offset : unused;
}

/// The same behind what is stored. A store to a member may change what lies between members.
std::uint64_t unused_behind(const llvm::StoreInst& store, const llvm::DataLayout& layout) {
  std::uint64_t offset = stored_bytes(store);
  for (const llvm::Value* pointer = store.getPointerOperand();;) {
    const auto* address = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    if (address == nullptr) return 0;
    llvm::Type& type = *address->getSourceElementType();
    const bool has_gaps = llvm::isa<llvm::StructType, llvm::VectorType>(type);
    const std::uint64_t size = layout.getTypeAllocSize(&type);
    // The first index steps over whole values of the type.
    llvm::SmallVector<llvm::Value*> inside(llvm::drop_begin(address->indices()));
    if (!llvm::all_of(inside, [](llvm::Value* index) { return llvm::isa<llvm::ConstantInt>(index); }))
      return 0;
    inside.insert(inside.begin(), llvm::ConstantInt::get(llvm::Type::getInt64Ty(store.getContext()), 0));
    const auto here = static_cast<std::uint64_t>(layout.getIndexedOffsetInType(&type, inside));
    if (has_gaps && here + offset <= size)
      return here + offset < size ? unused_bytes(type, here + offset, layout) : 0;
    if (!address->hasAllConstantIndices()) return 0;
    const auto* steps = llvm::cast<llvm::ConstantInt>(address->idx_begin()->get());
    offset += here + size * steps->getZExtValue();
    pointer = address->getPointerOperand();
  }
}

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

bool stores_lie_along_rows(llvm::Function& kernel, const LaneStrides& strides) {
  bool stores = false;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) continue;
    if (store->getPointerAddressSpace() != kGlobalAddressSpace || stored_bytes(*store) != kWord ||
        strides.of(*store->getPointerOperand()) != kWord)
      return false;
    stores = true;
  }
  return stores;
}

StoreGroups::StoreGroups(llvm::Function& kernel, const MemoryOrder& order, std::size_t limit,
                         bool limits_planes)
    : layout_(kernel.getParent()->getDataLayout()),
      forms_(layout_),
      limit_(limit),
      most_planes_(limits_planes ? limit : SIZE_MAX) {
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
  if (!continues_lines(store) && (!step_.empty() || !std::all_of(open_.begin(), open_.end(), is_apart)))
    close();
  open_.push_back(&store);
}

/// Whether the store lies as far behind the last one as that behind the one before, and how far is only known
/// when the kernel runs. Such stores keep their order, as they may have one place.
bool StoreGroups::continues_lines(const llvm::StoreInst& store) {
  if (most_planes_ == SIZE_MAX || open_.empty() || (open_.size() > 1 && step_.empty())) return false;
  if (stored_bytes(store) != kWord || stored_bytes(*open_.back()) != kWord) return false;
  const AddressForm step = forms_.difference(*open_.back()->getPointerOperand(), *store.getPointerOperand());
  const auto is_of_launch = [](const llvm::Value* value) {
    return llvm::isa<llvm::Argument, llvm::CallInst>(value) && !value->getType()->isPointerTy();
  };
  const bool is_known = llvm::all_of(step, [](const auto& term) { return term.first.empty(); });
  const bool are_of_launch =
      llvm::all_of(step, [&](const auto& term) { return llvm::all_of(term.first, is_of_launch); });
  if (is_known || !are_of_launch || (!step_.empty() && step != step_)) return false;
  step_ = step;
  return true;
}

/// Behind the first of those that are open, in bytes.
std::int64_t StoreGroups::place(const llvm::StoreInst& store) {
  return *forms_.distance(*open_.front()->getPointerOperand(), *store.getPointerOperand());
}

std::int64_t StoreGroups::end_of(const Group& group) {
  return place(*group.front()) + static_cast<std::int64_t>(group.size() * stored_bytes(*group.front()));
}

/// Adds words that no member has behind the last store, up to so many bytes.
void StoreGroups::fill_up(Group& group, std::int64_t most) {
  const llvm::StoreInst& last = *group.back();
  if (stored_bytes(last) != kWord) return;
  const auto bytes = std::min(static_cast<std::int64_t>(unused_behind(last, layout_)), most);
  const auto words = static_cast<std::size_t>(bytes) / kWord;
  if (group.size() + words <= limit_) group.resize(group.size() + words);
}

StoreGroups::Groups StoreGroups::side_by_side() {
  Group sorted = open_;
  std::sort(sorted.begin(), sorted.end(),
            [&](const auto* a, const auto* b) { return place(*a) < place(*b); });
  Groups groups;
  for (const llvm::StoreInst* store : sorted) {
    if (!groups.empty() && groups.back().size() < limit_) {
      const std::int64_t gap = place(*store) - end_of(groups.back());
      Group filled = groups.back();
      fill_up(filled, gap);
      if (end_of(filled) == place(*store) && filled.size() < limit_) {
        groups.back() = filled;
        groups.back().push_back(store);
        continue;
      }
    }
    groups.push_back({store});
  }
  for (Group& group : groups)
    if (group.size() > 1) fill_up(group, kMost * kWord);
  return groups;
}

/// How many groups of a word, from the first on, lie at equal distances.
std::size_t StoreGroups::planes(const Groups& groups, std::size_t first) {
  const auto is_word = [&](std::size_t i) {
    return i < groups.size() && groups[i].size() == 1 && stored_bytes(*groups[i].front()) == kWord;
  };
  const auto distance = [&](std::size_t i) {
    return place(*groups[i].front()) - place(*groups[i - 1].front());
  };
  std::size_t end = first + 1;
  while (limit_ > 1 && is_word(first) && is_word(end) && distance(end) == distance(first + 1)) ++end;
  return end - first;
}

/// At the last of them in the program.
void StoreGroups::happen_together(const Groups& groups) {
  const llvm::StoreInst* last = nullptr;
  for (const llvm::StoreInst* store : open_)
    for (const Group& group : groups)
      if (llvm::is_contained(group, store)) last = store;
  for (const Group& group : groups) {
    most_ = std::max(most_, group.size());
    for (const llvm::StoreInst* store : group)
      if (store != nullptr && store != last) earlier_.insert(store);
  }
  by_last_[last] = groups;
}

void StoreGroups::close() {
  Groups groups;
  if (step_.empty())
    groups = side_by_side();
  else
    for (const llvm::StoreInst* store : open_) groups.push_back({store});
  for (std::size_t i = 0, count = 0; i < groups.size(); i += count) {
    count = std::min(step_.empty() ? planes(groups, i) : groups.size() - i, most_planes_);
    happen_together({groups.begin() + static_cast<std::ptrdiff_t>(i),
                     groups.begin() + static_cast<std::ptrdiff_t>(i + count)});
  }
  open_.clear();
  step_.clear();
}

StoreGroups::Groups StoreGroups::at(const llvm::StoreInst& store) const {
  if (const auto found = by_last_.find(&store); found != by_last_.end()) return found->second;
  if (earlier_.contains(&store)) return {};
  return {{&store}};
}

}  // namespace quadcl::compiler::qpu
