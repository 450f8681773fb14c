// SPDX-License-Identifier: Apache-2.0
// The writers of a tile: the stores of a work-item as one store, and which work-items take part.
#pragma once

#include "compiler/recognise/memory/tile.h"

namespace quadcl::compiler::recognise {

/// Makes one store with digits of many; one for each kind of data. Rejects if they follow no rule.
std::vector<Write> merge_writes(const std::vector<Write>& group, Symbols& symbols, Expressions& expressions);

/// Removes conditions that the guard demands anyway.
void drop_given_conditions(std::vector<Condition>& conditions, Symbols& symbols,
                           const Expressions& expressions);

/// for (i = local id; i < n; i += local size): an index replaces id and counter. Returns these indices.
std::vector<Symbol> fold_strided_loops(Write& write, const Path& reader, Symbols& symbols,
                                       Expressions& expressions);

/// if (local id < n): an index with fewer values replaces the id. Returns these indices. Where only the first
/// work-item writes, its ids are 0.
std::vector<Symbol> limit_writers(Write& write, Symbols& symbols, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
