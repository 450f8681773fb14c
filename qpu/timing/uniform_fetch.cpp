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
    : costs_(p), cache_(p.cache_geometries().uniforms), memory_(memory) {}

UniformCache::Answer UniformCache::fetch(std::uint32_t line, Ticks at) {
  const Ticks asked = port_.reserve(at, costs_.line);
  if (const Cache::Line* found = cache_.find(line)) return {std::max(asked, found->ready), false};
  const Ticks ready = memory_.read_line(line, asked + costs_.miss);
  cache_.install(line, ready);
  return {ready, true};
}

void UniformFetch::begin(BusAddress address, Ticks at) {
  next_ = address.value() & ~3u;
  line_ = ~0u;
  last_ = at;
  fetch(at);
  fetch(at);
}

void UniformFetch::restart(BusAddress address, Ticks at) { begin(address, at + cache_->costs().restart); }

void UniformFetch::read(Ticks at) { fetch(at); }

/// There is room for one more word from `at` on.
void UniformFetch::fetch(Ticks at) {
  const Ticks start = std::max(at, last_);
  Request request{start, false};
  Ticks ready = start + cache_->costs().word;
  if (const std::uint32_t line = line_of(next_); line != line_) {
    line_ = line;
    const UniformCache::Answer answer = cache_->fetch(line, start);
    ready = answer.missed ? answer.ready : std::max(ready, answer.ready);
    request.missed = answer.missed;
    misses_ += answer.missed ? 1 : 0;
  }
  ++words_;
  next_ += 4;
  last_ = ready;
  ready_ = {ready_[1], ready};
  requests_ = {requests_[1], request};
}

void UniformFetch::end(Ticks at) {
  for (const Request& request : requests_) {
    if (request.start <= at) continue;
    --words_;
    misses_ -= request.missed ? 1 : 0;
  }
}

}  // namespace quadcl::qpu::timing
