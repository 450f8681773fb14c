// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "qpu/timing/cache.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/parameters.h"
#include "qpu/timing/server.h"

namespace quadcl::qpu::timing {

/// One TMU: looks up the lanes of a request one after the other, asks for the lines that are missing without
/// waiting for them, and delivers in order (fact sheet, sections 9 and 13).
class Tmu {
 public:
  Tmu(const Parameters& parameters, MemorySystem& memory);

  /// A request arrives at `at`; returns when its result can be received.
  Ticks request(std::span<const std::uint32_t, 16> addresses, Ticks at);

  std::uint64_t words() const { return words_; }
  std::uint64_t misses() const { return misses_; }

 private:
  /// Lines that a request has asked for itself; its later lanes wait for them.
  class Asked {
   public:
    void add(std::uint32_t line) { lines_[count_++] = line; }
    bool contains(std::uint32_t line) const {
      return std::find(lines_.begin(), lines_.begin() + count_, line) != lines_.begin() + count_;
    }

   private:
    std::array<std::uint32_t, 16> lines_;
    std::size_t count_ = 0;
  };

  /// When the word at `line` can leave; `looked_up` is the time of its lookup.
  Ticks available(std::uint32_t line, Ticks looked_up, Asked& asked);

  Cache cache_;
  MemorySystem& memory_;
  Ticks hit_, lane_, fill_;
  Server lookups_;
  Server fill_bus_;  ///< brings lines from the L2C; a line can be used as it comes in
  Ticks left_ = 0;   ///< when the last lane of the last request left
  std::uint64_t words_ = 0, misses_ = 0;
};

}  // namespace quadcl::qpu::timing
