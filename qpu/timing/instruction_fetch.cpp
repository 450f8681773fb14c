// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/instruction_fetch.h"

#include <algorithm>

namespace quadcl::qpu::timing {

InstructionCache::InstructionCache(const Parameters& p, MemorySystem& memory)
    : cache_(p.cache_geometries().instructions), memory_(&memory), miss_(p.ticks(Parameter::icache_miss)) {}

Ticks InstructionCache::fetch(std::uint32_t line, Ticks at) {
  if (const Cache::Line* found = cache_.find(line)) return std::max(at, found->ready);
  ++misses_;
  const Ticks ready = memory_->read_line(line, at + miss_);
  cache_.install(line, ready);
  return ready;
}

}  // namespace quadcl::qpu::timing
