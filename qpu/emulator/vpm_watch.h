// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "qpu/emulator/dma.h"
#include "qpu/emulator/vpm_access.h"

// Shadows of the VPM: a bit is set for each bit of the VPM that something has happened to.
namespace quadcl::qpu::emulator {

/// The bits of the VPM that a transfer moves.
VpmMemory bits_of(const DmaTransfer& transfer);

/// Whether a vector's place has a bit in common with the shadow, and whether all of it lies in the shadow.
bool overlaps(const VpmBlock& block, const VpmMemory& shadow);
bool covered(const VpmBlock& block, const VpmMemory& shadow);
bool overlaps(const VpmMemory& bits, const VpmMemory& shadow);
bool covered(const VpmMemory& bits, const VpmMemory& shadow);

void add(const VpmBlock& block, VpmMemory& shadow);
void add(const VpmMemory& bits, VpmMemory& shadow);

}  // namespace quadcl::qpu::emulator
