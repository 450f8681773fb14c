// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bus_address.h"

namespace quadcl::qpu::emulator {

/// A range of bus addresses with memory.
struct BusSegment {
  BusAddress bus;
  std::uint32_t size = 0;  ///< bytes
  std::byte* host = nullptr;
  bool read_only = false;  ///< a DMA store faults there, as where no memory is

  bool contains(BusAddress address, std::uint32_t bytes) const {
    const std::uint32_t offset = address - bus;
    return offset < size && size - offset >= bytes;
  }
};

/// The memory that a job sees: segments that do not overlap, sorted by address. It is a value: a running job
/// has its own copy, so the owner of the memory may change its map meanwhile.
class BusMap {
 public:
  BusMap() = default;

  /// Adds a segment. False, without a change, if it is empty, exceeds the address space or overlaps another
  /// segment.
  bool add(const BusSegment& segment);

  /// The segment that contains the whole range, or null.
  const BusSegment* find(BusAddress address, std::uint32_t bytes) const;

  /// Host pointer to the range, or null if no single segment contains it.
  std::byte* host(BusAddress address, std::uint32_t bytes) const {
    const BusSegment* segment = find(address, bytes);
    return segment == nullptr ? nullptr : segment->host + (address - segment->bus);
  }

  /// The same, of memory that DMA stores may change.
  std::byte* host_to_write(BusAddress address, std::uint32_t bytes) const {
    const BusSegment* segment = find(address, bytes);
    if (segment == nullptr || segment->read_only) return nullptr;
    return segment->host + (address - segment->bus);
  }

  const std::vector<BusSegment>& segments() const { return segments_; }

 private:
  std::vector<BusSegment> segments_;
};

}  // namespace quadcl::qpu::emulator
