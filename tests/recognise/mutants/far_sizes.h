// SPDX-License-Identifier: Apache-2.0
// Changes with arithmetic that leaves the range of its type, or nearly: of an argument that the kernel did
// not have and that may be any number.
#pragma once

#include "mutants/dice.h"
#include "mutants/tokens.h"

namespace recognise_test {

/// A number of the kernel becomes one that min, max, clamp, select or ?: chooses.
bool choose_bound(Source& source, Dice& dice);

/// A statement is done on a condition that holds as long as arithmetic does not wrap around.
bool add_far_condition(Source& source, Dice& dice);

/// Whether the kernel has the argument now, which is its last.
bool has_far_argument(const Source& source);

}  // namespace recognise_test
