// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/emulator/lane_vector.h"
#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"

// Requests of a QPU to the two TMUs of its slice (docs/videocore4.md, TMU). `named` is 0 or 1, as in
// instructions.
namespace quadcl::qpu::emulator {

enum class TextureCoordinate : std::uint8_t { t, r, b };

/// QPUs 2 and 3 of a slice have their TMUs exchanged, unless they switch that off.
inline bool exchanges_tmus(const Qpu& qpu, bool no_swap) {
  return qpu.number % kQpusPerSlice >= 2 && !no_swap;
}
inline unsigned physical_tmu(const Qpu& qpu, unsigned named) { return named ^ qpu.tmu_exchanged; }

/// A write to t, r or b. Step::next or Step::fault.
Step write_texture_coordinate(Qpu& qpu, unsigned named, TextureCoordinate coordinate,
                              const LaneVector& value);

/// A write to s: a memory lookup, or the last coordinate of a texture lookup. Step::next or Step::fault.
Step request_tmu(Qpu& qpu, unsigned named, const LaneVector& value);

/// Moves the oldest result of a physical TMU to r4. There must be one.
void receive_tmu(Qpu& qpu, unsigned tmu);

}  // namespace quadcl::qpu::emulator
