// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/messages.h"

#include <cstdio>
#include <string_view>

#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

/// The object that a QPU waits for, by Wait. A digit replaces '#'.
constexpr std::string_view kWaits[] = {
    "runs",
    "waits for the mutex",
    "waits for semaphore # to be incremented",
    "waits for semaphore # to be decremented",
    "waits for a VPM read that was not set up",
    "waits for a result of TMU # that was not requested",
    "waits for space for another request to TMU #",
};

}  // namespace

std::string hex(std::uint64_t value, int digits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llx", digits, static_cast<unsigned long long>(value));
  return text;
}

std::string describe(Wait wait, unsigned detail) {
  std::string text(kWaits[static_cast<std::size_t>(wait)]);
  if (const auto place = text.find('#'); place != text.npos) text.replace(place, 1, std::to_string(detail));
  return text;
}

std::string describe(isa::Instruction instruction) {
  std::string text = hex(instruction.word(), 16) + " (";
  switch (instruction.encoding_class()) {
    case isa::EncodingClass::branch:
      return text + "branch)";
    case isa::EncodingClass::load_immediate:
      return text + "load immediate)";
    case isa::EncodingClass::semaphore:
      return text + (instruction.semaphore_decrement() ? "semaphore acquire)" : "semaphore release)");
    case isa::EncodingClass::reserved:
      return text + "reserved)";
    default:
      break;
  }
  const std::string_view add = isa::info(instruction.op_add()).name;
  text.append(add.empty() ? "reserved" : add).append("; ").append(isa::info(instruction.op_mul()).name);
  const std::string_view signal = isa::info(instruction.signal()).name;
  if (!signal.empty()) text.append("; ").append(signal);
  return text + ")";
}

}  // namespace quadcl::qpu::emulator
