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
  std::optional<double> chip_seconds;  // modelled time of the emulated chip

  bool emulated() const { return ran_on == RanOn::qpu_emulator; }
};

}  // namespace sample
