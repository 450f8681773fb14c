// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/bus_address.h"

namespace quadcl {

/// A range of memory that kernels work on. `bus` is set if QPUs can see the range.
struct MemoryRange {
  std::byte* host = nullptr;
  std::size_t size = 0;  ///< bytes
  std::optional<BusAddress> bus;

  bool overlaps(const MemoryRange& other) const {
    return host != nullptr && other.host != nullptr && host < other.host + other.size &&
           other.host < host + size;
  }

  /// `bytes` bytes from `offset` on; the caller stays within `size`.
  MemoryRange slice(std::size_t offset, std::size_t bytes) const {
    MemoryRange part{host + offset, bytes, {}};
    if (bus) part.bus = *bus + static_cast<std::uint32_t>(offset);
    return part;
  }
};

/// What an allocation holds at first; `any` costs nothing.
enum class Contents : std::uint8_t { any, zeros };

/// Owner of one allocation of a backend. Destruction frees the memory.
class Memory {
 public:
  virtual ~Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  const MemoryRange& range() const { return range_; }

 protected:
  explicit Memory(MemoryRange range) : range_(range) {}

 private:
  MemoryRange range_;
};

}  // namespace quadcl
