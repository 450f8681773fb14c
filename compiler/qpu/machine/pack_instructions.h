// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Encoded instructions, with the lines of the source that they come from (0: none).
struct MachineProgram {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> lines;
  std::vector<std::size_t> starts;  ///< of the blocks, and the end
  std::string problem;              ///< if there is an operation that no instruction can do
};

/// Turns operations on registers into instructions: two operations and a signal in one where the chip allows
/// it, at the distances that it demands, with useful instructions in the delay slots of branches.
MachineProgram pack_instructions(const Code& code);

/// What a block on registers takes, to be compared with other choices of registers: 16 for an instruction
/// or one that waits,
/// 8 for a delay slot that nothing before the branch fills, 1 for an operation.
std::size_t packed_cost(const Block& block);

}  // namespace quadcl::compiler::qpu
