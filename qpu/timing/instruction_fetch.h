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

  std::uint64_t misses() const { return misses_; }

 private:
  Cache cache_;
  MemorySystem* memory_;
  Ticks miss_;
  std::uint64_t misses_ = 0;
};

}  // namespace quadcl::qpu::timing
