// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>

#include <string>

namespace quadcl::compiler {

struct FlowNode;
struct FlowRegion;
struct Row;
struct RowAnalyses;

/// A number of lanes; 0 if lanes gain nothing, with the reason.
struct LaneChoice {
  unsigned lanes = 0;
  std::string reason;
};

/// The best number of lanes.
LaneChoice lanes_of(const Row& row, const RowAnalyses& analyses);

/// The number of lanes for the work-items that the row leaves over; 0 if they run one by one, as those of long
/// functions do: their rows have `in_all_rows` instructions together.
unsigned lanes_of_rest(const Row& row, const RowAnalyses& analyses, std::size_t in_all_rows);

/// Whether the program, or a builtin function, says that the block hardly ever runs.
bool is_rare(const llvm::BasicBlock& block);

/// Whether the lanes skip the node together if none of them is active there: if it costs something, or must
/// not run without an active lane.
bool is_guarded(const Row& row, const FlowRegion& region, const FlowNode& node);

/// Whether the active lanes run the block one after the other. It hardly ever runs, so a form for all lanes
/// at once would only be long.
bool is_in_turns(const Row& row, const FlowNode& node);

}  // namespace quadcl::compiler
