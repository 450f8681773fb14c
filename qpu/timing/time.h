// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "qpu/emulator/cache_sets.h"

namespace quadcl::qpu::timing {

/// Modelled time since the start of a job, in 1/256 of a V3D clock: costs given in nanoseconds do not lose
/// their fraction. Whole numbers, so that a result does not depend on the host.
using Ticks = std::int64_t;

constexpr Ticks kClock = 256;
constexpr Ticks kSlot =
    4 * kClock;  ///< a QPU issues one instruction in 4 clocks (docs/videocore4.md, Instructions)

static_assert((kSlot & (kSlot - 1)) == 0, "next_slot() masks");

constexpr Ticks kNever = std::numeric_limits<Ticks>::max();

/// The first instruction slot that starts at `time` or later. Times are not negative.
constexpr Ticks next_slot(Ticks time) { return (time + kSlot - 1) & ~(kSlot - 1); }

constexpr std::uint32_t kLineBytes = emulator::kCacheLineBytes;

constexpr std::uint32_t line_of(std::uint32_t address) { return address / kLineBytes; }

}  // namespace quadcl::qpu::timing
