// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {

/// The number of iterations of a loop that goes on while the condition, a function of its counter, holds.
Polynomial trip_count(Condition goes_on, Symbol counter, Symbols& symbols, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
