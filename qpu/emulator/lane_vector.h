// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace quadcl::qpu::emulator {

/// One register: 16 lanes of 32 bits.
struct alignas(64) LaneVector {
  std::uint32_t lane[16];
};
static_assert(sizeof(LaneVector) == 64);

/// One bit per lane, lane 0 lowest.
using LaneMask = std::uint16_t;
constexpr LaneMask kAllLanes = 0xffff;

}  // namespace quadcl::qpu::emulator
