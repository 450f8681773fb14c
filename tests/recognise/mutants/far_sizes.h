// SPDX-License-Identifier: Apache-2.0
// Changes with arithmetic that leaves the range of its type, or nearly: they use a new argument with any
// value.
#pragma once

#include "mutants/dice.h"
#include "mutants/tokens.h"

namespace recognise_test {

/// A number of the kernel becomes the result of min, max, clamp, select or ?:.
bool choose_bound(Source& source, Dice& dice);

/// A statement gets a condition that holds if arithmetic does not wrap around.
bool add_far_condition(Source& source, Dice& dice);

}  // namespace recognise_test
