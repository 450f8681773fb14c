// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/tmu.h"

#include <algorithm>

namespace quadcl::qpu::timing {

namespace {

constexpr Ticks kLanes = 16;

}  // namespace

Tmu::Tmu(const Parameters& p, MemorySystem& memory)
    : cache_(p.cache_geometries().tmu),
      memory_(memory),
      hit_(p.ticks(Parameter::tmu_hit)),
      lane_(p.ticks(Parameter::tmu_lane)),
      requests_(p.whole(Parameter::tmu_requests)),
      under_way_(p.whole(Parameter::tmu_lines)) {}

Ticks Tmu::available(std::uint32_t line, Ticks looked_up) {
  if (const Cache::Line* found = cache_.find(line)) return std::max(looked_up, found->ready);
  ++misses_;
  const Ticks ready = memory_.read_line(line, std::max(looked_up, under_way_[next_]));
  under_way_[next_] = ready;
  next_ = (next_ + 1) % under_way_.size();
  cache_.install(line, ready);
  return ready;
}

Ticks Tmu::request(std::span<const std::uint32_t, 16> addresses, Ticks at) {
  words_ += kLanes;
  Ticks looked_up = lookups_.reserve(std::max(at, requests_[next_request_]), kLanes * lane_);
  std::uint32_t line = ~0u;
  Ticks line_available = 0;
  for (const std::uint32_t address : addresses) {
    if (line_of(address) != line) {
      line = line_of(address);
      line_available = available(line, looked_up);
    }
    left_ = std::max({left_ + lane_, looked_up, line_available});
    looked_up += lane_;
  }
  // The last lane's way through the TMU is not in the way of a request that waits.
  const Ticks lines_there = left_ - (kLanes - 1) * lane_;
  requests_[next_request_] = lines_there;
  next_request_ = (next_request_ + 1) % requests_.size();
  return lines_there + hit_;
}

}  // namespace quadcl::qpu::timing
