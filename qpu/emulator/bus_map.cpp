// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/bus_map.h"

#include <algorithm>

namespace quadcl::qpu::emulator {

namespace {

/// The first segment that starts above `address`.
auto upper_bound(const std::vector<BusSegment>& segments, BusAddress address) {
  return std::upper_bound(segments.begin(), segments.end(), address,
                          [](BusAddress a, const BusSegment& s) { return a < s.bus; });
}

}  // namespace

bool BusMap::add(const BusSegment& segment) {
  const std::uint64_t end = std::uint64_t{segment.bus.value()} + segment.size;
  if (segment.size == 0 || end > (std::uint64_t{1} << 32)) return false;
  const auto above = upper_bound(segments_, segment.bus);
  if (above != segments_.end() && end > above->bus.value()) return false;
  if (above != segments_.begin() && std::prev(above)->contains(segment.bus, 1)) return false;
  segments_.insert(above, segment);
  return true;
}

const BusSegment* BusMap::find(BusAddress address, std::uint32_t bytes) const {
  const auto above = upper_bound(segments_, address);
  if (above == segments_.begin()) return nullptr;
  const BusSegment& candidate = *std::prev(above);
  return candidate.contains(address, bytes) ? &candidate : nullptr;
}

}  // namespace quadcl::qpu::emulator
