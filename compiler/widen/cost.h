// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>

#include <string>

#include "compiler/passes/row_functions.h"

namespace quadcl::compiler {

struct Row;
struct RowAnalyses;

/// A number of lanes; 0 if lanes gain nothing, with the reason.
struct LaneChoice {
  unsigned lanes = 0;
  std::string reason;
};

/// The best number of lanes.
LaneChoice lanes_of(const Row& row, const RowAnalyses& analyses);

/// The cost of the row for one work-item, and for as many as a row function has.
RowCost cost_of_row(const Row& row, const RowAnalyses& analyses);

/// The number of lanes for the work-items that the row leaves over; 0 if they run one by one, as those of
/// long functions do: their rows have `in_all_rows` instructions together.
unsigned lanes_of_rest(const Row& row, const RowAnalyses& analyses, std::size_t in_all_rows);

}  // namespace quadcl::compiler
