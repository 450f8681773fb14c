// SPDX-License-Identifier: Apache-2.0
// Values that are 0 unless conditions hold, like elements beyond the edge of a matrix.
#pragma once

#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {

/// The x of "condition ? x : 0" and the like. The guard demands the conditions that are not given.
Node require_conditions(Node node, const std::vector<Condition>& given, Symbols& symbols,
                        Expressions& expressions);

/// The same; appends the conditions.
Node strip_conditions(Node node, std::vector<Condition>& conditions, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
