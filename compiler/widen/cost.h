// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>

namespace quadcl::compiler {

struct FlowNode;
struct FlowRegion;
struct Row;

/// The best number of lanes; 0 if lanes gain nothing.
unsigned lanes_of(const Row& row, const llvm::TargetTransformInfo& target);

/// The number of lanes for the work-items that the row leaves over; 0 if they run one by one.
unsigned lanes_of_rest(const Row& row);

/// Whether lanes go around the node together if none of them is active there: if it costs something, or must
/// not run without an active lane.
bool is_guarded(const Row& row, const FlowRegion& region, const FlowNode& node);

}  // namespace quadcl::compiler
