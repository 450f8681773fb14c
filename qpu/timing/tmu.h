// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "qpu/timing/cache.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/parameters.h"
#include "qpu/timing/server.h"

namespace quadcl::qpu::timing {

/// One TMU: looks up the lanes of a request one after the other, asks for the lines that are missing and not
/// under way already, for some of them at a time, and delivers in order (docs/videocore4.md, TMU).
class Tmu {
 public:
  Tmu(const Parameters& parameters, MemorySystem& memory);

  /// A request arrives at `at`; returns when its result can be received.
  Ticks request(std::span<const std::uint32_t, 16> addresses, Ticks at);

  std::uint64_t words() const { return words_; }
  std::uint64_t misses() const { return misses_; }

 private:
  /// When the line's words can leave; `looked_up` is the time of the lookup.
  Ticks available(std::uint32_t line, Ticks looked_up);

  Cache cache_;
  MemorySystem& memory_;
  Ticks hit_, lane_;
  Server lookups_;
  std::vector<Ticks> requests_;   ///< when the last requests were done
  std::size_t next_request_ = 0;  ///< the first of them
  std::vector<Ticks> under_way_;  ///< when the last lines that were asked for arrive
  std::size_t next_ = 0;          ///< the one of them that was asked for first
  Ticks left_ = 0;                ///< when the last lane of the last request left
  std::uint64_t words_ = 0, misses_ = 0;
};

}  // namespace quadcl::qpu::timing
