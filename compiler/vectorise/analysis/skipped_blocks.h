// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl::compiler {

struct FlowNode;
struct FlowRegion;
struct Row;

/// Whether the lanes skip the node together if none of them is active there: if it costs something, or must
/// not run without an active lane.
bool is_guarded(const Row& row, const FlowRegion& region, const FlowNode& node);

/// Whether all lanes that are still in the region go the same way at the end of the node, a block.
bool leave_together(const Row& row, const FlowRegion& region, const FlowNode& node);

}  // namespace quadcl::compiler
