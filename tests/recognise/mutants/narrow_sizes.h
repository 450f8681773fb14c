// SPDX-License-Identifier: Apache-2.0
// Changes with arithmetic of 8 and 16 bits: quotients, remainders and shifts of a new argument that may be
// negative, also by negative constants.
#pragma once

#include "mutants/dice.h"
#include "mutants/tokens.h"

namespace recognise_test {

/// A number of the kernel becomes one that such arithmetic bounds.
bool choose_narrow_bound(Source& source, Dice& dice);

/// A statement gets a condition on such a number.
bool add_narrow_condition(Source& source, Dice& dice);

}  // namespace recognise_test
