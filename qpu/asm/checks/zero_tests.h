// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "qpu/asm/checks/effects.h"

namespace quadcl::qpu::assembly {

/// Whether program[at] is an `or` of a register of file A with a constant other than 0: the result is not 0,
/// whatever the register holds.
bool is_never_zero(const Effects& effects);

/// Whether all paths behind program[at] only test the result of its add ALU for zero, up to the end of the
/// program or until something else is written in its place. False if that is not known, as with branches to
/// registers. No branch may be under way at program[at].
bool only_tested_for_zero(std::span<const Effects> program, std::size_t at);

}  // namespace quadcl::qpu::assembly
