// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bus_address.h"
#include "qpu/emulator/engine.h"
#include "qpu/emulator/operation.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::emulator {

/// The operation that executes `instruction` at `address`. Every word has one; words without meaning fault
/// when they are executed.
Operation decode(const Engine& engine, isa::Instruction instruction, BusAddress address);

/// The end of decoded code. Executing it changes nothing.
Operation end_of_stretch(BusAddress address);

/// Stands for an instruction at an address that is not mapped.
Operation unmapped_instruction(BusAddress address);

}  // namespace quadcl::qpu::emulator
