// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/tmu.h"

#include <algorithm>

namespace quadcl::qpu::timing {

namespace {

constexpr Ticks kLanes = 16;

}  // namespace

Tmu::Tmu(const Parameters& p, MemorySystem& memory)
    : cache_(p.whole(Parameter::tmu_cache_bytes), p.whole(Parameter::tmu_cache_ways)),
      memory_(memory),
      hit_(p.ticks(Parameter::tmu_hit)),
      lane_(p.ticks(Parameter::tmu_lane)),
      fill_(p.ticks(Parameter::tmu_fill)) {}

Ticks Tmu::available(std::uint32_t line, Ticks looked_up, Asked& asked) {
  Cache::Line* found = cache_.find(line);
  if (found != nullptr && (found->ready <= looked_up || asked.contains(line))) {
    return std::max(looked_up, found->ready);
  }
  // A line that another request has on its way is fetched again. That fits what pairs of QPUs on one TMU were
  // seen to reach (fact sheet, sections 14.1 and 14.4) better than requests that wait for each other's lines.
  ++misses_;
  const Ticks ready = fill_bus_.reserve(memory_.read_line(line, looked_up), fill_);
  if (found == nullptr) cache_.install(line, ready);
  asked.add(line);
  return ready;
}

Ticks Tmu::request(std::span<const std::uint32_t, 16> addresses, Ticks at) {
  words_ += kLanes;
  Ticks looked_up = lookups_.reserve(at, kLanes * lane_);
  Asked asked;
  std::uint32_t line = ~0u;
  Ticks line_available = 0;
  for (const std::uint32_t address : addresses) {
    if (line_of(address) != line) {
      line = line_of(address);
      line_available = available(line, looked_up, asked);
    }
    left_ = std::max({left_ + lane_, looked_up, line_available});
    looked_up += lane_;
  }
  return left_ + hit_ - (kLanes - 1) * lane_;
}

}  // namespace quadcl::qpu::timing
