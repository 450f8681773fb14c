// SPDX-License-Identifier: Apache-2.0
//
// The times of a kernel. A kernel on an emulated QPU has two, which are never compared with each other: how
// long this computer took to emulate it, and how long the chip would take by the emulator's model.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace sample {

enum class RanOn { device, cpu_beside_qpu, qpu_emulator };

inline const char* name_of(RanOn where) {
  constexpr std::array names{"device", "CPU beside", "QPU emulator"};
  return names[static_cast<std::size_t>(where)];
}

struct KernelTime {
  RanOn ran_on = RanOn::device;
  double seconds = 0;  // of this computer: measured, or for the emulator the time of emulation
  std::optional<double> chip_seconds;        // modelled time of the emulated chip
  double chip_cycles = 0, instructions = 0;  // of the QPUs, where time is modelled

  bool emulated() const { return ran_on == RanOn::qpu_emulator; }

  // Of launches one after the other.
  KernelTime& operator+=(const KernelTime& next) {
    ran_on = next.ran_on;
    seconds += next.seconds;
    if (next.chip_seconds) chip_seconds = chip_seconds.value_or(0) + *next.chip_seconds;
    chip_cycles += next.chip_cycles;
    instructions += next.instructions;
    return *this;
  }
};

}  // namespace sample
