// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/emulator/operation.h"
#include "qpu/isa/instruction.h"

// Maps fields of instructions and operations to Qpu::slot.
namespace quadcl::qpu::emulator {

constexpr unsigned slot_of(std::uint16_t offset) { return offset / sizeof(LaneVector); }

/// The slot behind a write address; slot::count for peripherals.
constexpr unsigned written_slot(isa::RegisterFile file, unsigned address) {
  if (address < 32) return (file == isa::RegisterFile::a ? slot::file_a : slot::file_b) + address;
  if (address <= isa::write_address::r3) return slot::accumulator + address - isa::write_address::r0;
  return address == isa::write_address::nop ? slot::discard : slot::count;
}

}  // namespace quadcl::qpu::emulator
