// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "compiler/work_group/barriers/item_slots.h"
#include "compiler/work_group/functions/item_loops.h"

namespace quadcl::compiler {

/// What a region reads from the slots of values that live across barriers, and writes to them. Use it after
/// the loops are made and before LLVM sees them.
class RegionSlots {
 public:
  RegionSlots(RegionCopy& copy, ItemLoops& loops, const BarrierRegions& regions, const ItemSlots& slots,
              unsigned index)
      : copy_(copy),
        loops_(loops),
        regions_(regions),
        region_(regions.regions[index]),
        slots_(slots),
        index_(index) {}

  /// Variables of the source are directly in their slots.
  void give_variables_memory();
  /// A value that only passes through the region stays in its slot.
  void enter();
  void save();
  /// Where a slot begins that has so many bytes before it for each work-item.
  llvm::Value* slot_base(llvm::IRBuilder<>& builder, llvm::Value* items, std::uint64_t offset);

 private:
  llvm::Value* address_of(const ItemSlot& slot);
  llvm::Value* recompute(llvm::Value* original);
  llvm::Value* variable_address(llvm::AllocaInst* variable);
  llvm::Value* value_at_entry(const ItemSlot& slot);
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> repeating_blocks();
  void save_where_computed(const ItemSlot& slot);
  void save_at_exits(const ItemSlot& slot);
  static llvm::StoreInst* demotion(const ItemSlot& slot);
  void save_one(const ItemSlot& slot, llvm::IRBuilder<>& builder);
  llvm::AllocaInst* last_of(const ItemSlot& slot);

  RegionCopy& copy_;
  ItemLoops& loops_;
  const BarrierRegions& regions_;
  const Region& region_;
  const ItemSlots& slots_;
  unsigned index_;
  llvm::Value* items_ = nullptr;  ///< number of them, for addresses
  llvm::Value* id_ = nullptr;
  std::map<const ItemSlot*, llvm::Value*> addresses_;
  std::map<const ItemSlot*, llvm::AllocaInst*> last_;
  std::map<const llvm::Instruction*, llvm::Value*> recomputed_;
};

}  // namespace quadcl::compiler
