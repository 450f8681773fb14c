// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/uniform_fetch.h"

#include <algorithm>

namespace quadcl::qpu::timing {

UniformCosts::UniformCosts(const Parameters& p)
    : word(p.ticks(Parameter::uniform_word)),
      miss(p.ticks(Parameter::uniform_miss)),
      line(p.ticks(Parameter::uniform_line)),
      restart(p.ticks(Parameter::uniform_restart)) {}

UniformCache::UniformCache(const Parameters& p, MemorySystem& memory)
    : costs_(p), cache_(p.cache_geometries().uniforms), memory_(&memory) {}

UniformCache::Answer UniformCache::fetch(std::uint32_t line, Ticks at) {
  const Ticks asked = port_.reserve(at, costs_.line);
  if (const Cache::Line* found = cache_.find(line)) return {std::max(asked, found->ready), false};
  const Ticks ready = memory_->read_line(line, asked + costs_.miss);
  cache_.install(line, ready);
  return {ready, true};
}

void UniformFetch::begin(BusAddress address, Ticks at) {
  next_ = address.value() & ~3u;
  line_ = ~0u;
  last_ = at;
  read(at);
  read(at);
}

void UniformFetch::restart(BusAddress address, Ticks at) { begin(address, at + cache_->costs().restart); }

void UniformFetch::begin_line(Ticks start) {
  line_ = line_of(next_);
  const UniformCache::Answer answer = cache_->fetch(line_, start);
  misses_ += answer.missed ? 1 : 0;
  push({start, answer.missed}, answer.missed ? answer.ready : std::max(start + word_, answer.ready));
}

void UniformFetch::end(Ticks at) {
  for (const Request& request : requests_) {
    if (request.start <= at) continue;
    --words_;
    misses_ -= request.missed ? 1 : 0;
  }
}

}  // namespace quadcl::qpu::timing
