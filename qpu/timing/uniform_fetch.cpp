// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/uniform_fetch.h"

#include <algorithm>

namespace quadcl::qpu::timing {

UniformCosts::UniformCosts(const Parameters& p)
    : word(p.ticks(Parameter::uniform_word)),
      miss(p.ticks(Parameter::uniform_miss)),
      restart(p.ticks(Parameter::uniform_restart)) {}

void UniformFetch::begin(BusAddress address, Ticks at) {
  next_ = address.value() & ~3u;
  line_ = ~0u;
  last_ = at;
  fetch(at);
  fetch(at);
}

void UniformFetch::restart(BusAddress address, Ticks at) { begin(address, at + costs_->restart); }

void UniformFetch::read(Ticks at) { fetch(at); }

/// There is room for one more word from `at` on.
void UniformFetch::fetch(Ticks at) {
  const Ticks start = std::max(at, last_);
  Request request{start, false};
  Ticks ready = start + costs_->word;
  if (const std::uint32_t line = line_of(next_); line != line_) {
    line_ = line;
    if (const Cache::Line* found = cache_->find(line)) {
      ready = std::max(ready, found->ready);
    } else {
      ready = memory_->read_line(line, start + costs_->miss);
      cache_->install(line, ready);
      request.missed = true;
      ++misses_;
    }
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
