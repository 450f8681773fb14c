// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/uniform_fetch.h"

#include <algorithm>
#include <bit>

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
  ready_[1] = at;
  read(at);
  read(at);
}

void UniformFetch::restart(BusAddress address, Ticks at) { begin(address, at + cache_->costs().restart); }

void UniformFetch::begin_line(Ticks start) {
  line_ = line_of(next_);
  const UniformCache::Answer answer = cache_->fetch(line_, start);
  misses_ += answer.missed ? 1 : 0;
  line_starts_ = {line_starts_[1], LineStart{words_, start, answer.missed}};
  push(answer.missed ? answer.ready : std::max(start + word_, answer.ready));
}

Ticks UniformFetch::read_in_slots(std::uint64_t slots, Ticks start) {
  Ticks waited = 0;
  for (; slots != 0; slots &= slots - 1) {
    const auto count = static_cast<unsigned>(std::popcount(slots));
    if (reads_from_line(count)) return waited + read_from_line(slots, count, start + waited);
    const Ticks slot = start + std::countr_zero(slots) * kSlot + waited;
    const Ticks now = std::max(slot, next_slot(ready_[0]));
    waited += now - slot;
    read(now);
  }
  return waited;
}

/// Only the first two slots can be delayed, by the words of the FIFO: the others come as fast as slots. A
/// word comes after the slot that made room for it, and after all words before it.
Ticks UniformFetch::read_from_line(std::uint64_t slots, unsigned count, Ticks start) {
  const auto first = [](std::uint64_t set) { return std::countr_zero(set) * kSlot; };
  const auto last = [](std::uint64_t set) { return (std::bit_width(set) - 1) * kSlot; };
  const Ticks first_read = std::max(start + first(slots), next_slot(ready_[0]));
  Ticks waited = first_read - start - first(slots);
  const Ticks arrived = ready_[1];
  const auto arrives = [&](Ticks slot, unsigned words) {
    return std::max(slot, arrived + (words - 1) * word_) + word_;
  };
  if (count == 1) {
    ready_ = {arrived, arrives(first_read, 1)};
  } else {
    const std::uint64_t others = slots & (slots - 1), before_last = slots & ~std::bit_floor(slots);
    const Ticks second = start + waited + first(others);
    waited += std::max(next_slot(arrived) - second, Ticks{0});
    const Ticks to_last = count == 2 ? first_read : start + waited + last(before_last);
    ready_ = {arrives(to_last, count - 1), arrives(start + waited + last(slots), count)};
  }
  words_ += count;
  next_ += 4 * count;
  return waited;
}

void UniformFetch::end(Ticks at) {
  unsigned early = 0;
  for (unsigned i = 0; i < ready_.size(); ++i) {
    const std::uint64_t word = words_ + i - ready_.size();
    const auto line = std::find_if(line_starts_.begin(), line_starts_.end(),
                                   [&](const LineStart& start) { return start.word == word; });
    const bool starts_line = line != line_starts_.end();
    if ((starts_line ? line->start : ready_[i] - word_) <= at) continue;
    ++early;
    misses_ -= starts_line && line->missed ? 1 : 0;
  }
  words_ -= early;
}

}  // namespace quadcl::qpu::timing
