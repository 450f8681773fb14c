// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {

/// Puts results of a row into memory of which that of the last work-item stays which sets one. Some do not:
/// those that have left the kernel, or a loop with barriers, before. As values, they pass from work-item to
/// work-item; in memory, lanes set them together. Returns whether there were any; then what is known of the
/// row is out of date.
bool keep_shared_results(const Row& row, const RowAnalyses& analyses);

}  // namespace quadcl::compiler
