// SPDX-License-Identifier: Apache-2.0
// Who writes a tile: the stores of a work-item as one, and which work-items take part.
#pragma once

#include "compiler/recognise/tile.h"

namespace quadcl::compiler::recognise {

/// The stores as one over digits; as several where they store data of different kinds. Rejects if they follow
/// no rule.
std::vector<Write> merge_writes(const std::vector<Write>& group, Symbols& symbols, Expressions& expressions);

/// Conditions that the guard demands anyway are none.
void drop_given_conditions(std::vector<Condition>& conditions, Symbols& symbols,
                           const Expressions& expressions);

/// for (i = local id; i < n; i += local size): id and counter together are an index, which is returned.
std::vector<Symbol> fold_strided_loops(Write& write, const Context& reader, Symbols& symbols,
                                       Expressions& expressions);

/// if (local id < n): fewer ids take part, and an index of its own, which is returned, stands for them. If
/// only the first work-item writes, its ids are 0.
std::vector<Symbol> limit_writers(Write& write, Symbols& symbols, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
