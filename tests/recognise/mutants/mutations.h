// SPDX-License-Identifier: Apache-2.0
// Random changes of a kernel's source.
#pragma once

#include <string>
#include <vector>

#include "mutants/dice.h"
#include "mutants/tokens.h"

namespace recognise_test {

/// Changes the source in one place and returns the name of the kind of change. `kinds`: the names to choose
/// from; empty for all. If no change of these kinds fits, nothing changes and the returned name is empty.
std::string mutate(Source& source, const std::vector<std::string>& kinds, Dice& dice);

/// The names of all kinds.
std::vector<std::string> mutation_names();

}  // namespace recognise_test
