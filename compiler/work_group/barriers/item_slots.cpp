// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/barriers/item_slots.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <set>

#include "compiler/analysis/kernel_shapes.h"
#include "compiler/clean_up/inline_choice.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/ir/worklist.h"
#include "compiler/work_group/barriers/slot_sharing.h"

namespace quadcl::compiler {
namespace {

/// Limits of instructions for a recomputation. For each work-item: about as many as an address from ids of
/// two dimensions. Once for a group: only the length of the code matters.
constexpr unsigned kRecomputedVarying = 12, kRecomputedUniform = 24;
/// Variables of up to this size stay on the stack if no barrier forbids it.
constexpr std::uint64_t kStackBytes = 16u << 10;

bool is_cheap_operation(const llvm::Instruction& instruction) {
  if (called_work_item_function(instruction) != nullptr) return true;
  if (llvm::isa<llvm::GetElementPtrInst, llvm::ICmpInst, llvm::SelectInst, llvm::MinMaxIntrinsic>(
          instruction))
    return true;
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return !cast->getType()->isFPOrFPVectorTy();
  const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  return binary != nullptr && binary->getType()->isIntegerTy() && !binary->isIntDivRem();
}

using Values = llvm::SmallVector<llvm::Instruction*>;

/// Decides which values are cheaper to recompute than to keep. Values that are uniform in a group are
/// computed once, before the loops over its work-items.
class RecomputationCost {
 public:
  explicit RecomputationCost(const GroupShapes& group) : group_(group) {}

  /// The uniform values from which `value` is recomputed, and which must be kept for that: one copy for the
  /// group. None if it is not cheap, or if it is such a value itself.
  std::optional<Values> needed_by(llvm::Instruction& value) const {
    Budget budget{kRecomputedVarying, kRecomputedUniform, {}, {}};
    if (!fits(value, budget) || (!group_.is_varying(value) && !budget.kept.empty())) return {};
    return budget.kept;
  }

 private:
  struct Budget {
    unsigned varying, uniform;
    Values kept;
    llvm::SmallPtrSet<const llvm::Instruction*, 32> counted;
  };

  bool fits(llvm::Value& value, Budget& budget) const {
    if (llvm::isa<llvm::Constant, llvm::Argument, llvm::AllocaInst>(value)) return true;
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return false;
    if (!budget.counted.insert(instruction).second) return true;
    const bool varies = group_.is_varying(value);
    unsigned& left = varies ? budget.varying : budget.uniform;
    if (left == 0 || !is_cheap_operation(*instruction)) {
      budget.kept.push_back(instruction);
      return !varies;
    }
    --left;
    return llvm::all_of(instruction->operands(),
                        [&](llvm::Use& operand) { return fits(*operand.get(), budget); });
  }

  const GroupShapes& group_;
};

/// The blocks that may access the variable through any pointer derived from it; empty if it escapes.
std::optional<std::set<llvm::BasicBlock*>> touching_blocks(llvm::Instruction& variable) {
  std::set<llvm::BasicBlock*> blocks;
  Worklist<llvm::Instruction*> open;
  open.add(&variable);
  while (!open.empty()) {
    llvm::Instruction* pointer = open.take();
    for (llvm::User* user : pointer->users()) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      blocks.insert(instruction->getParent());
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction);
      if (store != nullptr && store->getValueOperand() == pointer) return {};
      if (llvm::isa<llvm::PtrToIntInst>(instruction) || calls_function(*instruction)) return {};
      if (instruction->getType()->isPointerTy() && !llvm::isa<llvm::LoadInst>(instruction))
        open.add(instruction);
    }
  }
  return blocks;
}

bool can_repeat(const Region& region, const BarrierRegions& regions) {
  const auto followers = [&](const Region& of) {
    return llvm::map_range(of.next, [&](unsigned next) { return &regions.regions[next]; });
  };
  Worklist<const Region*> open(followers(region));
  while (!open.empty()) {
    const Region* next = open.take();
    if (next == &region) return true;
    open.add_all(followers(*next));
  }
  return false;
}

using RegionsOfBlocks = llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<unsigned, 1>>;

RegionsOfBlocks regions_of_blocks(const BarrierRegions& regions) {
  RegionsOfBlocks result;
  for (unsigned i = 0; i < regions.regions.size(); ++i) {
    for (llvm::BasicBlock* block : regions.regions[i].blocks) result[block].push_back(i);
  }
  return result;
}

/// Whether the variable's contents are needed only in one run of one region.
bool stays_within_region(llvm::AllocaInst& variable, const BarrierRegions& regions,
                         const RegionsOfBlocks& of_blocks) {
  if (regions.single()) return true;
  const auto blocks = touching_blocks(variable);
  if (!blocks) return false;
  std::optional<unsigned> only;
  for (llvm::BasicBlock* block : *blocks) {
    for (const unsigned user : of_blocks.lookup(block)) {
      if (only && *only != user) return false;
      only = user;
    }
  }
  return only && !can_repeat(regions.regions[*only], regions);
}

std::vector<llvm::AllocaInst*> variables_of(llvm::Function& kernel) {
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) variables.push_back(variable);
  }
  return variables;
}

class SlotMaker {
 public:
  SlotMaker(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses)
      : kernel_(kernel),
        analyses_(analyses),
        regions_(analyses.getResult<BarrierRegionsAnalysis>(kernel)),
        layout_(kernel.getParent()->getDataLayout()) {}

  ItemSlots make() {
    add_variables();
    add_values();
    place();
    if (regions_.may_lose_items()) place_notes();
    return std::move(result_);
  }

 private:
  void add_variables() {
    std::uint64_t on_stack = 0;
    const RegionsOfBlocks of_blocks = regions_of_blocks(regions_);
    for (llvm::AllocaInst* variable : variables_of(kernel_)) {
      const std::uint64_t size = variable->getAllocationSize(layout_)->getFixedValue();
      result_.private_bytes += size;
      if (stays_within_region(*variable, regions_, of_blocks) && on_stack + size <= kStackBytes) {
        on_stack += size;
      } else {
        add({variable, nullptr, false, false, 0, size});
      }
    }
  }

  void add(const ItemSlot& slot) {
    result_.places[slot.variable] = result_.slots.size();
    if (slot.value != nullptr) result_.places[slot.value] = result_.slots.size();
    result_.slots.push_back(slot);
  }

  void add_values() {
    const GroupShapes& group = analyses_.getResult<KernelShapesAnalysis>(kernel_).group();
    llvm::DenseMap<const llvm::Instruction*, std::optional<Values>> needed = keep_needed(group);
    llvm::SetVector<llvm::Instruction*> values;
    for (const auto& live : regions_.live) values.insert(live.begin(), live.end());
    std::vector<bool> uniform;  // known before the first value becomes a variable
    for (const llvm::Instruction* value : values) uniform.push_back(!group.is_varying(*value));
    const auto is_kept_by_each = [&](llvm::Instruction* value) {
      return group.is_varying(*value) && !needed.lookup(value);
    };
    shared_ = share_slots(pairs_among(values, is_kept_by_each), regions_);
    for (std::size_t i = 0; i < values.size(); ++i) {
      llvm::Instruction* value = values[i];
      const std::uint64_t size = layout_.getTypeAllocSize(value->getType());
      llvm::AllocaInst* variable = llvm::DemoteRegToStack(*value);
      add({variable, value, needed.lookup(value).has_value(), uniform[i], 0, size});
    }
  }

  using IsWanted = llvm::function_ref<bool(llvm::Instruction*)>;
  static std::vector<PhiAndIncoming> pairs_among(const llvm::SetVector<llvm::Instruction*>& values,
                                                 IsWanted is_wanted) {
    std::vector<PhiAndIncoming> pairs;
    for (llvm::Instruction* value : values) {
      auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
      if (phi == nullptr || !is_wanted(phi)) continue;
      for (llvm::Value* incoming : phi->incoming_values()) {
        auto* instruction = llvm::dyn_cast<llvm::Instruction>(incoming);
        if (instruction != nullptr && values.contains(instruction) && is_wanted(instruction))
          pairs.push_back({phi, instruction});
      }
    }
    return pairs;
  }

  /// Makes the values live from which others are recomputed. They are still those that the others were
  /// computed from: every path that changes them leads to the others' computation before their next use.
  llvm::DenseMap<const llvm::Instruction*, std::optional<Values>> keep_needed(const GroupShapes& group) {
    const RecomputationCost cost(group);
    llvm::DenseMap<const llvm::Instruction*, std::optional<Values>> needed;
    for (auto& live : regions_.live) {
      for (llvm::Instruction* value : live.takeVector()) {
        const auto [known, is_new] = needed.try_emplace(value);
        if (is_new) known->second = cost.needed_by(*value);
        live.insert(value);
        if (known->second) live.insert(known->second->begin(), known->second->end());
      }
    }
    return needed;
  }

  /// Largest alignment first, each slot a multiple of its own: every offset is then aligned for its slot.
  void place() {
    std::vector<ItemSlot*> order;
    for (ItemSlot& slot : result_.slots) {
      if (!slot.recomputed) order.push_back(&slot);
    }
    std::stable_sort(order.begin(), order.end(), [](const ItemSlot* a, const ItemSlot* b) {
      return a->variable->getAlign() > b->variable->getAlign();
    });
    llvm::DenseMap<const llvm::Instruction*, std::uint64_t> shared_offsets;  // by leader
    for (ItemSlot* slot : order) {
      slot->size = llvm::alignTo(std::max<std::uint64_t>(slot->size, 1), slot->variable->getAlign());
      if (const llvm::Instruction* leader = shared_.lookup(slot->value)) {
        const auto [offset, is_new] = shared_offsets.try_emplace(leader, result_.item_bytes);
        slot->offset = offset->second;
        if (!is_new) continue;
      }
      slot->offset = result_.item_bytes;
      result_.item_bytes += slot->size;
    }
  }

  void place_notes() {
    result_.next_offset = llvm::alignTo(result_.item_bytes, sizeof(std::uint32_t));
    result_.left_offset = *result_.next_offset + sizeof(std::uint32_t);
    result_.item_bytes = *result_.left_offset + 1;
  }

  llvm::Function& kernel_;
  llvm::FunctionAnalysisManager& analyses_;
  BarrierRegions& regions_;
  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*> shared_;  ///< by share_slots
  ItemSlots result_;
};

}  // namespace

const ItemSlot* ItemSlots::find(const llvm::Instruction* value_or_variable) const {
  const auto place = places.find(value_or_variable);
  return place != places.end() ? &slots[place->second] : nullptr;
}

void ItemSlots::print(llvm::raw_ostream& out) const {
  for (const ItemSlot& slot : slots) {
    (slot.value != nullptr ? slot.value : slot.variable)->printAsOperand(out, /*PrintType=*/false);
    if (slot.recomputed) {
      out << ": computed again\n";
    } else {
      out << ": " << slot.size << " bytes at " << slot.offset << (slot.uniform ? " for all" : "") << '\n';
    }
  }
  if (next_offset) out << "next region: 4 bytes at " << *next_offset << " for all\n";
  if (left_offset) out << "left: 1 byte at " << *left_offset << '\n';
  out << "item memory " << item_bytes << ", private memory " << private_bytes << '\n';
}

ItemSlots make_item_slots(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  return SlotMaker(kernel, analyses).make();
}

}  // namespace quadcl::compiler
