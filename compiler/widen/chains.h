// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl::compiler {

struct Row;
struct RowAnalyses;

/// Whether the processor waits for results in a row without inner loops: each operation needs the one before,
/// and the next vector of work-items is too far away to fill the time. Two vectors side by side do.
bool waits_for_results(const Row& row, const RowAnalyses& analyses);

}  // namespace quadcl::compiler
