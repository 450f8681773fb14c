// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Gives each value a register of file A or B, or one of r0 to r2, and merges values that are only moved.
/// Moves operands to r3 where an operation could not read them otherwise. Returns how many values found no
/// register: 0, or the code is unusable.
std::uint32_t allocate_registers(Code& code);

}  // namespace quadcl::compiler::qpu
