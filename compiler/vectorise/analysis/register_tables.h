// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "compiler/target/target_model.h"
#include "compiler/vectorise/analysis/lane_shapes.h"

namespace quadcl::compiler {

/// A table in memory from which each lane loads at an index of its own, and which fits in a few registers.
/// Instructions then permute the registers by the indices of all lanes.
struct RegisterTable {
  /// A uniform part of a place, without sign, times a number of bytes.
  struct Offset {
    llvm::Value* value;
    std::uint64_t scale;
  };
  llvm::Value* base = nullptr;  ///< uniform
  llvm::SmallVector<Offset, 2> offsets;
  std::uint64_t constant_offset = 0;
  llvm::Value* index = nullptr;  ///< without sign
  std::uint64_t entries = 0;     ///< more than any index
  unsigned entry_bits = 0;
  /// All entries exist. Otherwise only those that the program reads are known to.
  bool is_whole = false;

  std::uint64_t bytes() const { return entries * entry_bits / 8; }
  unsigned registers() const;
  /// The values of the program of which the address is made.
  llvm::SmallVector<llvm::Value*, 4> parts() const;
};

/// The table of the load; none if the processor has no such instructions.
std::optional<RegisterTable> table_of(const llvm::LoadInst& load, const LaneShapes& shapes,
                                      const llvm::TargetTransformInfo& target, const TargetModel& model);

/// Whether the table that begins at the address lies in one page of memory. If one entry may be read, all
/// may.
llvm::Value* is_in_one_page(const RegisterTable& table, llvm::Value* begin, llvm::IRBuilder<>& builder);

using TableRegisters = llvm::SmallVector<llvm::Instruction*, 4>;

/// Loads the table, as integers. Registers are 0 beyond its end.
TableRegisters load_table(const RegisterTable& table, llvm::Value* begin, llvm::IRBuilder<>& builder);

/// The same for a table in two pages: those entries are loaded that lie in the same page as one that an
/// active lane reads.
TableRegisters load_table_in_two_pages(const RegisterTable& table, llvm::Value* begin, llvm::Value* indices,
                                       llvm::Value* active, llvm::IRBuilder<>& builder);

/// The entries at the indices of all lanes. Both are integers of an entry's size.
llvm::Value* look_up(llvm::ArrayRef<llvm::Value*> registers, llvm::Value* indices,
                     llvm::IRBuilder<>& builder);

}  // namespace quadcl::compiler
