// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/qpu/machine/spill_choice.h"

namespace quadcl::compiler::qpu {

/// Lets values that are needed far apart have no register in between, so that about `most_live` are alive at
/// a time (docs/adr/0034). Sets `used_end` of the rows. Empty if there is no way that pays, or
/// no need.
std::optional<Code> spill_values(const Code& code, std::uint32_t most_live, SpillRows& rows,
                                 SpillGoal goal = SpillGoal::all);

}  // namespace quadcl::compiler::qpu
