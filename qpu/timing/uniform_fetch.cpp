// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/uniform_fetch.h"

#include <bit>

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

Ticks UniformFetch::read_in_slots(unsigned slots, Ticks start) {
  Ticks waited = 0;
  for (; slots != 0; slots &= slots - 1) {
    Ticks now = start + std::countr_zero(slots) * kSlot + waited;
    if (const Ticks ready = next_slot(ready_[0]); ready > now) {
      waited += ready - now;
      now = ready;
    }
    if (last_ <= now + kSlot && word_ <= kSlot && read_in_line(slots, start + waited)) break;
    read(now);
  }
  return waited;
}

/// The same if no slot is delayed: words come as fast as slots, and one is there. False, with nothing done,
/// if they are not all in the line at hand.
bool UniformFetch::read_in_line(unsigned slots, Ticks start) {
  unsigned count = 0, second_last = 0, last = 0;
  for (unsigned left = slots; left != 0; left &= left - 1) {
    second_last = last;
    last = static_cast<unsigned>(std::countr_zero(left));
    ++count;
  }
  if (line_of(next_) != line_ || line_of(next_ + 4 * (count - 1)) != line_) return false;
  const Ticks arrived = last_;
  // A word comes after its slot, and after all words before it.
  const auto arrives = [&](unsigned slot, unsigned words) {
    return std::max(start + slot * kSlot, arrived + (words - 1) * word_) + word_;
  };
  if (count > 1) {
    words_ += count - 2;
    next_ += 4 * (count - 2);
    const Ticks ready = arrives(second_last, count - 1);
    push({ready - word_, false}, ready);
  }
  const Ticks ready = arrives(last, count);
  push({ready - word_, false}, ready);
  return true;
}

void UniformFetch::end(Ticks at) {
  for (const Request& request : requests_) {
    if (request.start <= at) continue;
    --words_;
    misses_ -= request.missed ? 1 : 0;
  }
}

}  // namespace quadcl::qpu::timing
