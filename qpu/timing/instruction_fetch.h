// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/timing/cache.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/parameters.h"

namespace quadcl::qpu::timing {

/// The instruction cache of a slice.
class InstructionCache {
 public:
  InstructionCache(const Parameters& parameters, MemorySystem& memory);

  /// A QPU asks for a line at `at`; returns when its instructions can be issued.
  Ticks fetch(std::uint32_t line, Ticks at);
  /// Whether fetching it changes nothing: it is there, and was used recently.
  bool is_recent(std::uint32_t line) const { return cache_.find_recent(line) != nullptr; }
  /// The same, and its instructions can be issued at `at`.
  bool is_recent(std::uint32_t line, Ticks at) const {
    const Cache::Line* found = cache_.find_recent(line);
    return found != nullptr && found->ready <= at;
  }
  /// One bit. Lines that a cache of more than 64 sets keeps apart may have the same.
  std::uint64_t set_bit(std::uint32_t line) const { return std::uint64_t{1} << (cache_.set_of(line) % 64); }

  std::uint64_t misses() const { return misses_; }

 private:
  Cache cache_;
  MemorySystem* memory_;
  Ticks miss_;
  std::uint64_t misses_ = 0;
};

}  // namespace quadcl::qpu::timing
