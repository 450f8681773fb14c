// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>

#include <memory>

#include "compiler/target/target_model.h"
#include "compiler/vectorise/analysis/flow.h"
#include "compiler/vectorise/analysis/lane_shapes.h"
#include "compiler/vectorise/analysis/private_arrays.h"
#include "compiler/vectorise/analysis/register_tables.h"

namespace quadcl::compiler {

using PackedVectors = llvm::SmallPtrSet<const llvm::Value*, 16>;

/// A loop over a row of work-items that is to be widened.
struct Row {
  llvm::Loop* loop = nullptr;
  const TargetModel* model = nullptr;
  std::unique_ptr<Flow> flow;
  std::unique_ptr<OwnVariables> own;
  std::unique_ptr<LaneShapes> shapes;
  const llvm::SCEV* last = nullptr;  ///< number of the last iteration
  unsigned lanes = 0;
  bool is_left_by_llvm = false;  ///< its vectoriser has not taken the row
  /// LLVM's vectoriser could change the order of a work-item's accesses, so it will not take the row.
  bool needs_order = false;
  bool calls_functions = false;  ///< that have forms for rows (row_functions.h)
  /// Checks before the row that accesses depend on.
  Conditions checks;
  /// Lengths of periods, known before the row. If one is shorter than a vector, lanes never find the source
  /// vectors of one place or of consecutive ones, and work-items on their own are faster.
  llvm::SmallSetVector<llvm::Value*, 2> lengths;
  /// Loads from tables: the address depends on a loaded value. It does not rise by equal steps in the
  /// innermost loop, and no other load is at a constant distance.
  llvm::SmallPtrSet<const llvm::Instruction*, 8> lookups;
  /// Loads from tables that fit in registers, and what is only computed for their addresses.
  llvm::DenseMap<const llvm::Instruction*, RegisterTable> tables;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> addresses_in_tables;
  /// What such loads need from other blocks.
  llvm::SmallPtrSet<const llvm::Value*, 8> needed_by_tables;
  PackedVectors packed;
};

/// Whether the loop goes over work-items, and no loop in it does.
bool is_row(const llvm::Loop& loop);

/// Whether the order in which work-items access memory does not matter, except for accesses of their own
/// variables.
bool are_independent(const llvm::Loop& loop, llvm::function_ref<bool(const llvm::Instruction&)> is_private);

struct RowAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
  const llvm::TargetTransformInfo& target;
  const TargetModel& model;
  llvm::AAResults& aliases;
};

/// The number of instructions of all blocks, including those of inner loops.
std::size_t count_instructions(const llvm::Loop& loop);

/// Whether one atomic operation can do the work of all lanes: all are on the same place, nobody needs the old
/// value, and the values can be combined before.
bool combines_lanes(const llvm::Instruction& instruction, const Row& row);

/// Whether lanes divide integers as doubles.
bool divides_as_numbers(const llvm::Instruction& instruction, unsigned lanes,
                        const llvm::TargetTransformInfo& target);
/// Whether lanes divide 64-bit integers by constants as products, and others as doubles if these are small.
bool divides_long(const llvm::Instruction& instruction, unsigned lanes,
                  const llvm::TargetTransformInfo& target);
/// Whether all lanes divide by the same number.
bool has_one_divisor(const llvm::Instruction& division, const Row& row);

}  // namespace quadcl::compiler
