// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "qpu/emulator/dma.h"
#include "qpu/emulator/vpm_access.h"

// Shadows of the VPM: a set bit records an event for that bit of the VPM, such as a write.
namespace quadcl::qpu::emulator {

/// The bits of the VPM that a transfer moves.
VpmMemory bits_of(const DmaTransfer& transfer);

/// Whether the shadow contains a bit of the vector, and whether it contains all its bits.
bool overlaps(const VpmBlock& block, const VpmMemory& shadow);
bool covered(const VpmBlock& block, const VpmMemory& shadow);
bool overlaps(const VpmMemory& bits, const VpmMemory& shadow);
bool covered(const VpmMemory& bits, const VpmMemory& shadow);

void add(const VpmBlock& block, VpmMemory& shadow);
void add(const VpmMemory& bits, VpmMemory& shadow);

}  // namespace quadcl::qpu::emulator
