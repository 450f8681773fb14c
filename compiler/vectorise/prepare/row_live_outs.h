// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {

/// Puts shared results of a row into memory. Work-items set such a result one after the other, and the last
/// one that sets it decides; work-items that have left the kernel, or a loop with barriers, do not set it. As
/// a value it passes from work-item to work-item, which lanes cannot do. In memory they set it together.
/// Returns whether there were any; then what is known of the row is out of date.
bool keep_shared_results(const Row& row, const RowAnalyses& analyses);

}  // namespace quadcl::compiler
