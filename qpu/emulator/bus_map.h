// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/units.h"

namespace quadcl::qpu::emulator {

/// A stretch of bus address space that has memory behind it.
struct BusSegment {
  BusAddress bus;
  std::uint32_t size = 0;  ///< bytes
  std::byte* host = nullptr;

  bool contains(BusAddress address, std::uint32_t bytes) const {
    const std::uint32_t offset = address - bus;
    return offset < size && size - offset >= bytes;
  }
};

/// The memory that a job sees: segments that do not overlap, sorted by address. A value; a running job keeps
/// its own, so that the owner of the memory may change its mind meanwhile.
class BusMap {
 public:
  BusMap() = default;

  /// Adds a segment. False, and no change, if it is empty, runs past the end of the address space or overlaps
  /// one that is there.
  bool add(const BusSegment& segment);

  /// The segment that contains all of the range, or null.
  const BusSegment* find(BusAddress address, std::uint32_t bytes) const;

  /// Host pointer to the range, or null where it is not (wholly, in one segment) mapped.
  std::byte* host(BusAddress address, std::uint32_t bytes) const {
    const BusSegment* segment = find(address, bytes);
    return segment == nullptr ? nullptr : segment->host + (address - segment->bus);
  }

  const std::vector<BusSegment>& segments() const { return segments_; }

 private:
  std::vector<BusSegment> segments_;
};

}  // namespace quadcl::qpu::emulator
