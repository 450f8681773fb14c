// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/bus_address.h"
#include "qpu/timing/booked_resource.h"
#include "qpu/timing/cache.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/parameters.h"

namespace quadcl::qpu::timing {

struct UniformCosts {
  explicit UniformCosts(const Parameters& parameters);

  Ticks word, miss, line, restart;
};

/// What the fetches of a slice share: its uniform cache, and the port that takes one line at a time to a QPU,
/// whether the cache holds it or not.
class UniformCache {
 public:
  UniformCache(const Parameters& parameters, MemorySystem& memory);

  const UniformCosts& costs() const { return costs_; }
  struct Answer {
    Ticks ready;
    bool missed;
  };
  /// A QPU asks for a line at `at`.
  Answer fetch(std::uint32_t line, Ticks at);

 private:
  UniformCosts costs_;
  Cache cache_;
  MemorySystem* memory_;
  BookedResource port_;
};

/// The uniform stream of one QPU: a FIFO of two words, filled one word at a time as soon as there is room
/// (docs/videocore4.md, Caches).
class UniformFetch {
 public:
  explicit UniformFetch(UniformCache& cache) : cache_(&cache), word_(cache.costs().word) {}

  /// The program starts at `at` with its uniforms at `address`.
  void begin(BusAddress address, Ticks at);
  /// uniforms_address is written in the slot that ends at `at`.
  void restart(BusAddress address, Ticks at);

  Ticks ready() const { return ready_[0]; }  ///< when the next word can be read
  /// Whether reading the next word makes a new line be asked for.
  bool reading_asks_for_line() const { return next_ % kLineBytes == 0; }
  /// How many words can be read before that.
  unsigned words_left_in_line() const { return (0 - next_) % kLineBytes / 4; }
  /// There is room for one more word from `at` on.
  void read(Ticks at) {
    const Ticks start = std::max(at, ready_[1]);
    if (line_of(next_) != line_) return begin_line(start);
    push(start + word_);
  }
  /// Words are read in slots from `start` on, one in each slot that has its bit in `slots`. Each slot that
  /// would come before its word delays itself and those after it. Returns by how much in all.
  Ticks read_in_slots(std::uint64_t slots, Ticks start);
  /// Takes back from the counts what had not been asked for when the program ended.
  void end(Ticks at);

  std::uint64_t words() const { return words_; }
  std::uint64_t misses() const { return misses_; }

 private:
  /// The first word of a line that was fetched.
  struct LineStart {
    std::uint64_t word = ~std::uint64_t{0};  ///< its number
    Ticks start = 0;                         ///< it was asked for then
    bool missed = false;
  };

  /// Whether so many words come from the line at hand, as fast as slots.
  bool reads_from_line(unsigned count) const {
    return word_ <= kSlot && line_of(next_) == line_ && line_of(next_ + 4 * (count - 1)) == line_;
  }
  Ticks read_from_line(std::uint64_t slots, unsigned count, Ticks start);
  void begin_line(Ticks start);
  void push(Ticks ready) {
    ++words_;
    next_ += 4;
    ready_ = {ready_[1], ready};
  }

  UniformCache* cache_;
  Ticks word_;
  std::uint32_t next_ = 0;        ///< address of the next word to fetch
  std::uint32_t line_ = ~0u;      ///< that the last word came from
  std::array<Ticks, 2> ready_{};  ///< of the words in the FIFO, the older first
  std::uint64_t words_ = 0, misses_ = 0;
  std::array<LineStart, 2> line_starts_;  ///< of the last lines, the older first
};

}  // namespace quadcl::qpu::timing
