// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "qpu/kernels/sgemm_tile.h"

namespace quadcl::qpu {

// How long a program for sgemm is expected to take. All times are in instructions of a QPU.

/// More tiles than this are balanced well, however they are dealt.
constexpr std::uint64_t kFewTiles = 1024;

/// The time that a tile takes the QPU, and the time that it takes the VPM, which one QPU has at a time.
struct TileCost {
  std::uint64_t compute = 0, write = 0;
};

/// From the first tile to the end of the last one. A QPU computes a tile, writes it through the VPM as soon
/// as the VPM is free, and begins the next one. Groups of so many QPUs begin a tile together (group_of).
std::uint64_t time_of_deal(const SgemmDeal& deal, const std::function<TileCost(const TileIndex&)>& cost_of,
                           std::size_t together);

}  // namespace quadcl::qpu
