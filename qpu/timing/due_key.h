// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "qpu/timing/time.h"

namespace quadcl::qpu::timing {

constexpr std::uint64_t kNotDue = ~std::uint64_t{0};

constexpr unsigned kNumberBits = 4, kWaitedBits = 22;

/// The QPU with the least key goes first: the one with the earliest slot; among those the one that has waited
/// longest; among those the one with the lowest number.
inline std::uint64_t due_key(unsigned qpu, Ticks now, Ticks waits_since) {
  constexpr std::uint64_t most = (std::uint64_t{1} << kWaitedBits) - 1;
  const auto waited = std::min(static_cast<std::uint64_t>(now - waits_since) / kSlot, most);
  const auto slot = static_cast<std::uint64_t>(now) / kSlot;
  return ((slot << kWaitedBits) | (most - waited)) << kNumberBits | qpu;
}
inline unsigned qpu_of(std::uint64_t due_key) { return due_key % (1u << kNumberBits); }
inline Ticks slot_of(std::uint64_t due_key) {
  return static_cast<Ticks>(due_key >> (kWaitedBits + kNumberBits)) * kSlot;
}

}  // namespace quadcl::qpu::timing
