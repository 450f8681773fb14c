// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {

/// Joins a work-item's accesses to neighbouring elements into one access of a source vector, where the
/// work-items of the row then access memory without gaps (`o[3 * i]`, `o[3 * i + 1]` and `o[3 * i + 2]`), and
/// four bytes or shorts of a row that is ours.
/// A row that is not ours would be left to LLVM's vectoriser, which is good at them unless they are narrow.
/// Returns whether it joined any; then what is known of the row is out of date.
bool join_neighbours(const Row& row, const RowAnalyses& analyses, bool is_ours);

}  // namespace quadcl::compiler
