// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/messages.h"

#include <cstdio>

#include "qpu/emulator/machine.h"

namespace quadcl::qpu::emulator {

std::string hex(std::uint64_t value, int digits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llx", digits, static_cast<unsigned long long>(value));
  return text;
}

Step unmapped(Qpu& qpu, const std::string& what, std::uint32_t address) {
  return qpu.machine->fault(ErrorCode::memory_fault, what + " at " + hex(address) + ", which is not mapped");
}

}  // namespace quadcl::qpu::emulator
