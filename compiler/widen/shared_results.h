// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/widen/row.h"

namespace quadcl::compiler {

/// Puts results of a row into memory that all work-items which set them set to the same value, but some do
/// not set: those that have left the kernel before. As values, they pass from work-item to work-item; in memory,
/// lanes set them together. Returns whether there were any; then what is known of the row is out of date.
bool keep_shared_results(const Row& row, const RowAnalyses& analyses);

}  // namespace quadcl::compiler
