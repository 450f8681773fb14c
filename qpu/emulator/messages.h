// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "qpu/emulator/operation.h"

// Parts of messages.
namespace quadcl::qpu::emulator {

/// "0x" and at least `digits` digits.
std::string hex(std::uint64_t value, int digits = 8);

/// Faults: "`what` at 0x..., which is not mapped".
Step unmapped(Qpu& qpu, const std::string& what, std::uint32_t address);

}  // namespace quadcl::qpu::emulator
