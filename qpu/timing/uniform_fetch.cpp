// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/uniform_fetch.h"

#include <algorithm>
#include <bit>

namespace quadcl::qpu::timing {

/// Bits of a byte that are set: how many, and the places of some of them.
struct UniformFetch::SetBits {
  std::uint8_t count = 0, first = 0, second_last = 0, last = 0;
};

namespace {

constexpr std::uint8_t lowest(unsigned bits) { return static_cast<std::uint8_t>(std::countr_zero(bits)); }
constexpr std::uint8_t highest(unsigned bits) { return static_cast<std::uint8_t>(std::bit_width(bits) - 1); }

}  // namespace

/// By byte.
struct UniformFetch::SetBitsOfBytes {
  constexpr SetBitsOfBytes() {
    for (unsigned byte = 1; byte < of.size(); ++byte) {
      const unsigned others = byte & ~std::bit_floor(byte);
      of[byte] = {static_cast<std::uint8_t>(std::popcount(byte)), lowest(byte),
                  others != 0 ? highest(others) : std::uint8_t{0}, highest(byte)};
    }
  }

  std::array<SetBits, 256> of{};
};

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

Ticks UniformFetch::read_in_slots(unsigned slots, Ticks start) {
  static constexpr SetBitsOfBytes kSetBits;
  Ticks waited = 0;
  for (; slots != 0; slots &= slots - 1) {
    const SetBits& bits = kSetBits.of[slots];
    Ticks now = start + bits.first * kSlot + waited;
    if (ready_[0] > now) {
      waited += next_slot(ready_[0]) - now;
      now = next_slot(ready_[0]);
    }
    if (reads_at_once(bits.count, now)) {
      read_at_once(bits, start + waited);
      break;
    }
    read(now);
  }
  return waited;
}

/// A word comes after its slot, and after all words before it.
void UniformFetch::read_at_once(const SetBits& slots, Ticks start) {
  const Ticks arrived = ready_[1];
  const auto arrives = [&](unsigned slot, unsigned words) {
    return std::max(start + slot * kSlot, arrived + (words - 1) * word_) + word_;
  };
  ready_[0] = slots.count > 1 ? arrives(slots.second_last, slots.count - 1) : arrived;
  ready_[1] = arrives(slots.last, slots.count);
  words_ += slots.count;
  next_ += 4 * slots.count;
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
