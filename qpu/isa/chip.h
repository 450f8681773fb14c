// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bus_address.h"

// Numbers of the chip of the Raspberry Pi 0 to 3 (docs/videocore4.md, The chip).
namespace quadcl::qpu {

constexpr unsigned kSlices = 3;
constexpr unsigned kQpusPerSlice = 4;
constexpr unsigned kQpus = kSlices * kQpusPerSlice;

/// The start of one QPU: the two words of an execute_qpu control entry (docs/videocore4.md, Mailbox).
struct QpuProgram {
  BusAddress code;
  BusAddress uniforms;
};

}  // namespace quadcl::qpu
