// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace quadcl::qpu::timing {

/// The chip's performance counters (docs/videocore4.md, Counters), by the number that selects them.
constexpr std::size_t kCounters = 30;
using Counters = std::array<std::uint64_t, kCounters>;

struct CounterInfo {
  std::string_view meaning;
  bool modelled;  ///< false: of the 3D pipeline, always 0
};
std::span<const CounterInfo, kCounters> counter_table();

namespace counter {
constexpr std::size_t qpu_idle = 13;
constexpr std::size_t qpu_executing = 16;
constexpr std::size_t tmu_stall = 17;
constexpr std::size_t icache_hits = 20;
constexpr std::size_t icache_misses = 21;
constexpr std::size_t uniform_hits = 22;
constexpr std::size_t uniform_misses = 23;
constexpr std::size_t tmu_words = 24;
constexpr std::size_t tmu_misses = 25;
constexpr std::size_t store_stall = 26;
constexpr std::size_t load_stall = 27;
constexpr std::size_t l2c_hits = 28;
constexpr std::size_t l2c_misses = 29;
}  // namespace counter

}  // namespace quadcl::qpu::timing
