// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/region_slots.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>

#include "core/kernel_abi.h"

namespace quadcl::compiler {

llvm::Value* RegionSlots::slot_base(llvm::IRBuilder<>& builder, llvm::Value* items, std::uint64_t offset) {
  llvm::Value* memory = load_context_field(builder, &copy_.group_context(), ContextField::item_memory);
  llvm::Value* places = builder.CreateNUWAdd(items, builder.getInt64(QUADCL_SPARE_ITEMS));
  return builder.CreateInBoundsPtrAdd(memory, builder.CreateNUWMul(places, builder.getInt64(offset)));
}

/// The address of this work-item's slot. Call it after the loops are made and before they are closed.
llvm::Value* RegionSlots::address_of(const ItemSlot& slot) {
  llvm::Value*& address = addresses_[&slot];
  if (address != nullptr) return address;
  llvm::IRBuilder<> outside(copy_.prologue().getTerminator());
  if (items_ == nullptr) items_ = loops_.count_items(outside);
  address = slot_base(outside, items_, slot.offset);
  if (slot.uniform) return address;
  llvm::IRBuilder<> inside(&loops_.entry());
  if (id_ == nullptr) id_ = loops_.linear_id(inside);
  return address = inside.CreateInBoundsPtrAdd(address, inside.CreateNUWMul(id_, inside.getInt64(slot.size)));
}

/// Variables of the source are directly in their slots.
void RegionSlots::give_variables_memory() {
  for (const ItemSlot& slot : slots_.slots) {
    if (slot.value != nullptr) continue;
    if (llvm::Value* copy = copy_.find(slot.variable)) copy->replaceAllUsesWith(address_of(slot));
  }
}

/// Recomputes the kernel's `original` before the region starts.
llvm::Value* RegionSlots::recompute(llvm::Value* original) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(original))
    return value_at_entry(*slots_.find(llvm::cast<llvm::AllocaInst>(load->getPointerOperand())));
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(original);
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(original)) return variable_address(variable);
  if (llvm::isa<llvm::Argument>(original)) return copy_.of(original);
  if (instruction == nullptr) return original;
  llvm::Value*& known = recomputed_[instruction];
  if (known != nullptr) return known;
  llvm::Instruction* copy = instruction->clone();
  for (llvm::Use& operand : copy->operands()) operand.set(recompute(operand.get()));
  copy->insertBefore(&loops_.entry());
  return known = copy;
}

llvm::Value* RegionSlots::variable_address(llvm::AllocaInst* variable) {
  const ItemSlot* slot = slots_.find(variable);
  return slot != nullptr ? address_of(*slot) : copy_.of_variable(variable);
}

llvm::Value* RegionSlots::value_at_entry(const ItemSlot& slot) {
  if (slot.recomputed) return recompute(slot.value);
  llvm::Value*& known = recomputed_[slot.value];
  if (known != nullptr) return known;
  llvm::Value* address = address_of(slot);
  llvm::IRBuilder<> builder(slot.uniform ? copy_.prologue().getTerminator() : &loops_.entry());
  return known =
             builder.CreateAlignedLoad(slot.variable->getAllocatedType(), address, slot.variable->getAlign());
}

/// A value that only passes through the region stays in its slot.
void RegionSlots::enter() {
  for (llvm::Instruction* live : regions_.live[index_]) {
    const ItemSlot& slot = *slots_.find(live);
    llvm::Value* copy = copy_.find(slot.variable);
    if (copy == nullptr) continue;
    llvm::IRBuilder<> builder(&loops_.entry());
    builder.CreateStore(value_at_entry(slot), copy);
  }
}

void RegionSlots::save() {
  llvm::SetVector<llvm::Instruction*> values;
  for (const unsigned next : region_.next)
    values.insert(regions_.live[next].begin(), regions_.live[next].end());
  const auto repeating = repeating_blocks();
  for (llvm::Instruction* value : values) {
    const ItemSlot& slot = *slots_.find(value);
    if (slot.recomputed || !region_.blocks.contains(value->getParent())) continue;
    if (repeating.contains(copy_.of(value->getParent()))) {
      save_at_exits(slot);
    } else {
      save_where_computed(slot);
    }
  }
}

/// Blocks that one run of the region may reach again. The loops over work-items are not closed yet.
llvm::SmallPtrSet<const llvm::BasicBlock*, 16> RegionSlots::repeating_blocks() {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> blocks;
  for (auto component = llvm::scc_begin(&copy_.function()); !component.isAtEnd(); ++component)
    if (component.hasCycle()) blocks.insert(component->begin(), component->end());
  return blocks;
}

/// A value is stored to its slot where it is computed, not at each exit that needs it. Exits that differ
/// only in the next region are then no branches for LLVM's vectoriser. On paths around the store the slot
/// keeps its old value.
void RegionSlots::save_where_computed(const ItemSlot& slot) {
  llvm::IRBuilder<> builder(copy_.of(demotion(slot))->getNextNode());
  save_one(slot, builder);
}

void RegionSlots::save_at_exits(const ItemSlot& slot) {
  for (const unsigned next : region_.next) {
    if (!regions_.live[next].contains(slot.value)) continue;
    llvm::IRBuilder<> builder(copy_.exit_to(next));
    save_one(slot, builder);
  }
}

/// The place where the kernel stores a value to the variable of its slot.
llvm::StoreInst* RegionSlots::demotion(const ItemSlot& slot) {
  const auto is_store = [](const llvm::User* user) { return llvm::isa<llvm::StoreInst>(user); };
  return llvm::cast<llvm::StoreInst>(*llvm::find_if(slot.variable->users(), is_store));
}

void RegionSlots::save_one(const ItemSlot& slot, llvm::IRBuilder<>& builder) {
  llvm::Value* value =
      builder.CreateLoad(slot.variable->getAllocatedType(), copy_.of_variable(slot.variable));
  if (slot.uniform) {
    builder.CreateStore(value, last_of(slot));
  } else {
    builder.CreateAlignedStore(value, address_of(slot), slot.variable->getAlign());
  }
}

/// A variable for the last work-item's value of a uniform slot; promoted at the end. It is stored to memory
/// once, after the loops.
llvm::AllocaInst* RegionSlots::last_of(const ItemSlot& slot) {
  llvm::AllocaInst*& last = last_[&slot];
  if (last != nullptr) return last;
  llvm::Type* type = slot.variable->getAllocatedType();
  last = new llvm::AllocaInst(type, 0, "", copy_.prologue().begin());
  if (regions_.live[index_].contains(slot.value)) {
    llvm::IRBuilder<> before(copy_.prologue().getTerminator());
    before.CreateStore(before.CreateAlignedLoad(type, address_of(slot), slot.variable->getAlign()), last);
  }
  llvm::IRBuilder<> after(loops_.done().getTerminator());
  after.CreateAlignedStore(after.CreateLoad(type, last), address_of(slot), slot.variable->getAlign());
  return last;
}

}  // namespace quadcl::compiler
