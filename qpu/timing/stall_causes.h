// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "qpu/timing/time.h"

namespace quadcl::qpu::timing {

/// What a QPU waits for instead of issuing an instruction.
enum class Stall : std::uint8_t {
  instruction_fetch,
  uniform,
  tmu,
  vpm_read,
  vpm_write,
  dma_load,
  dma_store,
  mutex,
  semaphore,
  sfu,
  count,
};
constexpr std::size_t kStalls = static_cast<std::size_t>(Stall::count);

constexpr std::array<std::string_view, kStalls> kStallNames = {
    "instruction fetch", "uniform",   "TMU",   "VPM read",  "VPM write",
    "DMA load",          "DMA store", "mutex", "semaphore", "SFU",
};
constexpr std::string_view name(Stall stall) { return kStallNames[static_cast<std::size_t>(stall)]; }

/// Time lost, by cause.
struct StallTimes {
  std::array<Ticks, kStalls> by_cause{};

  void add(Stall cause, Ticks time) { by_cause[static_cast<std::size_t>(cause)] += time; }
  StallTimes& operator+=(const StallTimes& other) {
    for (std::size_t cause = 0; cause < kStalls; ++cause) by_cause[cause] += other.by_cause[cause];
    return *this;
  }
  Ticks operator[](Stall cause) const { return by_cause[static_cast<std::size_t>(cause)]; }
  Ticks total() const {
    Ticks sum = 0;
    for (const Ticks time : by_cause) sum += time;
    return sum;
  }
};

}  // namespace quadcl::qpu::timing
