// SPDX-License-Identifier: Apache-2.0
// Random changes of a kernel's source.
#pragma once

#include <string>
#include <vector>

#include "mutants/dice.h"
#include "mutants/tokens.h"

namespace recognise_test {

/// Changes the source in one place. Returns what kind of change it was. `kinds`: the names of those to choose
/// from; all if there is none. If no change of these kinds fits, nothing is changed and the name is empty.
std::string mutate(Source& source, const std::vector<std::string>& kinds, Dice& dice);

/// The names of all kinds.
std::vector<std::string> mutation_names();

}  // namespace recognise_test
