// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace quadcl::qpu::emulator {

constexpr std::uint32_t kCacheLineBytes = 64;  ///< of every cache (docs/videocore4.md, Caches)

struct CacheGeometry {
  std::uint32_t bytes, ways;
};

/// The chip's caches (docs/videocore4.md, Caches). Those of the uniform cache are assumed; the ways of a
/// TMU's are chosen as docs/timing-model.md says. Both the contents of the caches and the time they take go
/// by this.
struct CacheGeometries {
  CacheGeometry instructions{4096, 4};
  CacheGeometry uniforms{4096, 4};
  CacheGeometry tmu{4096, 4};
  CacheGeometry l2c{16384, 4};
};

enum class CacheIndex : std::uint8_t { low_bits, hashed };  ///< what chooses the set of a line

/// The lines of one cache, each with a `Content`. A full set gives up its first line that has not been used
/// recently: each line has one bit, set by its use; when the last one of a set is set, the others are
/// cleared. Hardware keeps such bits instead of an order of use. Which policy the chip has is not known
/// (docs/timing-model.md).
template <class Content>
class CacheSets {
 public:
  using Line = Content;

  explicit CacheSets(CacheGeometry geometry, CacheIndex index = CacheIndex::low_bits)
      : ways_(std::max(geometry.ways, 1u)),
        sets_(std::max(geometry.bytes / kCacheLineBytes / ways_, 1u)),
        mask_(std::has_single_bit(sets_) ? sets_ - 1 : 0),
        index_(index),
        numbers_(std::size_t{ways_} * sets_, kNone),
        recent_(numbers_.size()),
        lines_(numbers_.size()),
        counts_(sets_) {}

  /// The line, which counts as a use of it; null if it is not there. `number`: address / kCacheLineBytes.
  Line* find(std::uint32_t number) {
    const std::size_t set = set_of(number), begin = set * ways_, end = begin + ways_;
    for (std::size_t i = begin; i != end; ++i) {
      if (numbers_[i] != number) continue;
      if (recent_[i] == 0) use(set, i);
      return &lines_[i];
    }
    return nullptr;
  }

  /// Puts the line in place of another of its set; the caller fills it.
  Line& replace(std::uint32_t number) {
    const std::size_t set = set_of(number), place = given_up(set);
    numbers_[place] = number;
    use(set, place);
    return lines_[place];
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;  ///< larger than the number of any line

  /// Of the lines of a set.
  struct Counts {
    std::uint32_t filled = 0, recent = 0;
  };

  /// A line that is not recent, or the only one.
  void use(std::size_t set, std::size_t used) {
    recent_[used] = 1;
    if (++counts_[set].recent < ways_) return;
    std::fill_n(recent_.begin() + static_cast<std::ptrdiff_t>(set * ways_), ways_, std::uint8_t{0});
    recent_[used] = 1;
    counts_[set].recent = 1;
  }

  std::size_t given_up(std::size_t set) {
    std::size_t place = set * ways_;
    if (counts_[set].filled < ways_) return place + counts_[set].filled++;
    if (ways_ == 1) return place;
    while (recent_[place] != 0) ++place;
    return place;
  }

  std::size_t set_of(std::uint32_t number) const {
    constexpr std::uint32_t golden_ratio = 0x9e3779b9;  // spreads numbers with any stride
    const std::uint32_t chosen = index_ == CacheIndex::low_bits ? number : (number * golden_ratio) >> 16;
    return mask_ != 0 ? chosen & mask_ : chosen % sets_;
  }

  std::uint32_t ways_, sets_;
  std::uint32_t mask_;  ///< for numbers of sets that are powers of two, faster than division; else 0
  CacheIndex index_;
  // By line; apart, because numbers are compared far more often than the rest is looked at.
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint8_t> recent_;
  std::vector<Line> lines_;
  std::vector<Counts> counts_;  ///< by set
};

}  // namespace quadcl::qpu::emulator
