// SPDX-License-Identifier: Apache-2.0
// Arguments that mutations add to kernels.
#pragma once

#include <string>
#include <vector>

#include "mutants/edits.h"

namespace recognise_test {

enum class AddedArgument {
  far,     ///< of 32 or 64 bits, with any value
  narrow,  ///< of 8 or 16 bits, with small, negative and large values
};

constexpr const char* name_of(AddedArgument argument) {
  return argument == AddedArgument::far ? "far" : "narrow";
}

/// Adds the argument as the last one, unless the kernel has it. False if the source has no kernel.
bool add_argument(Source& source, AddedArgument argument, const Words& types, Dice& dice);

/// Those that the kernel has, in their order.
std::vector<AddedArgument> added_arguments(const Source& source);

}  // namespace recognise_test
