// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl::compiler {

struct Row;
struct RowAnalyses;

/// The number of vectors side by side that fill the time in which the processor waits for results; 1 if it
/// need not wait. In a row without inner loops, each operation may need the one before, and the next vector
/// of work-items may be too far away. In a loop, each iteration may need the one before. All fit into the
/// registers.
unsigned vectors_for_results(const Row& row, const RowAnalyses& analyses);

}  // namespace quadcl::compiler
