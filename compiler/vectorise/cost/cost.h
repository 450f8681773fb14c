// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instruction.h>

#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {

struct Row;
struct RowAnalyses;

/// The cost for one work-item, and for all lanes, in additions.
struct Cost {
  double scalar = 0, wide = 0;
};

/// The size of the values that it computes or compares, in bits; 0 if these are no numbers.
unsigned element_bits(const llvm::Instruction& instruction);

/// The cost of the row with so many lanes.
Cost cost_in_lanes(const Row& row, unsigned lanes, const RowAnalyses& analyses);

/// The cost of the row for one work-item, and for as many as a row function has.
RowCost cost_of_row(const Row& row, const RowAnalyses& analyses);

/// Whether a loop in the row finds places by what it has loaded.
bool chases(const llvm::Loop& loop, const Row& row, const RowAnalyses& analyses);

}  // namespace quadcl::compiler
