// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <vector>

#include "compiler/analysis/barrier_regions.h"

namespace quadcl::compiler {

/// A value or variable that every work-item keeps while the others run.
struct ItemSlot {
  llvm::AllocaInst* variable = nullptr;  ///< represents the slot in the kernel
  llvm::Instruction* value = nullptr;    ///< the value that it holds; null for a variable of the source
  bool recomputed = false;               ///< cheap to recompute at the start of a region: takes no memory
  bool uniform = false;                  ///< equal in all work-items: the first work-item's memory serves all
  std::uint64_t offset = 0;              ///< offset in bytes in a group of one work-item
  std::uint64_t size = 0;
};

/// The slots of a kernel. The memory of slot s for N work-items starts at (N + QUADCL_SPARE_ITEMS) * s.offset
/// and holds its value for one work-item after the other, so that neighbours lie side by side.
struct ItemSlots {
  std::vector<ItemSlot> slots;
  llvm::DenseMap<const llvm::Instruction*, std::size_t> places;  ///< in `slots`, by variable and by value
  std::uint64_t item_bytes = 0;
  /// The slot of a byte that says whether the work-item has ended the kernel; empty if all end together.
  std::optional<std::uint64_t> left_offset;
  /// The slot of the number of the next region, equal for all; empty if all end the kernel together.
  std::optional<std::uint64_t> next_offset;
  std::uint64_t private_bytes = 0;  ///< the variables, including those on the stack

  /// The slot of a value or of a variable; null if there is none.
  const ItemSlot* find(const llvm::Instruction* value_or_variable) const;
  void print(llvm::raw_ostream& out) const;
};

/// Puts into a slot every value that lives across a barrier, and every variable that may. In the kernel, a
/// slot is an alloca until the regions are made. Values from which others are recomputed become live in
/// BarrierRegions.
ItemSlots make_item_slots(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace quadcl::compiler
