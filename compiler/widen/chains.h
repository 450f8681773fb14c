// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl::compiler {

struct Row;
struct RowAnalyses;

/// Whether the processor waits for results. In a row without inner loops, each operation needs the one
/// before, and the next vector of work-items is too far away to fill the time. In a loop, each iteration
/// needs the one before. Two vectors side by side fill the time; they fit into the registers.
bool waits_for_results(const Row& row, const RowAnalyses& analyses);

}  // namespace quadcl::compiler
