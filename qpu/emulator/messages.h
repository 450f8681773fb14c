// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "qpu/emulator/qpu.h"
#include "qpu/isa/instruction.h"

// Parts of messages.
namespace quadcl::qpu::emulator {

/// "0x" and at least `digits` digits.
std::string hex(std::uint64_t value, int digits = 8);

/// "waits for the mutex" and the like.
std::string describe(Wait wait, unsigned detail);
/// The word in hexadecimal and the names of its operations.
std::string describe(isa::Instruction instruction);

}  // namespace quadcl::qpu::emulator
