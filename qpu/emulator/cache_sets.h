// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace quadcl::qpu::emulator {

constexpr std::uint32_t kCacheLineBytes = 64;  ///< of every cache (docs/videocore4.md, Caches)

struct CacheGeometry {
  static constexpr std::uint32_t kMostWays = 64;

  std::uint32_t bytes;
  std::uint32_t ways;  ///< at most kMostWays
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
      : ways_(std::clamp(geometry.ways, 1u, kMostWays)),
        sets_(std::max(geometry.bytes / kCacheLineBytes / ways_, 1u)),
        mask_(std::has_single_bit(sets_) ? sets_ - 1 : 0),
        index_(index),
        all_(~Ways{0} >> (kMostWays - ways_)),
        pitch_((ways_ + kAtOnce - 1) / kAtOnce * kAtOnce),
        numbers_(std::size_t{pitch_} * sets_, kNone),
        lines_(numbers_.size()),
        uses_(sets_) {}

  /// The line, which counts as a use of it; null if it is not there. `number`: address / kCacheLineBytes.
  Line* find(std::uint32_t number) {
    const std::size_t set = set_of(number);
    const Ways ways = ways_with(set, number);
    if (ways == 0) return nullptr;
    if ((ways & uses_[set].recent) == 0) use(set, ways);
    return &lines_[set * pitch_ + static_cast<unsigned>(std::countr_zero(ways))];
  }

  /// The same if that use would change nothing: it is not the first one since others were cleared.
  const Line* find_recent(std::uint32_t number) const {
    const std::size_t set = set_of(number);
    const Ways ways = ways_with(set, number) & uses_[set].recent;
    return ways == 0 ? nullptr : &lines_[set * pitch_ + static_cast<unsigned>(std::countr_zero(ways))];
  }

  /// Puts the line in place of another of its set; the caller fills it.
  Line& replace(std::uint32_t number) {
    const std::size_t set = set_of(number);
    const unsigned way = given_up(set);
    numbers_[set * pitch_ + way] = number;
    use(set, Ways{1} << way);
    return lines_[set * pitch_ + way];
  }

  std::size_t set_of(std::uint32_t number) const {
    constexpr std::uint32_t golden_ratio = 0x9e3779b9;  // spreads numbers with any stride
    const std::uint32_t chosen = index_ == CacheIndex::low_bits ? number : (number * golden_ratio) >> 16;
    return mask_ != 0 ? chosen & mask_ : chosen % sets_;
  }

 private:
  using Ways = std::uint64_t;  ///< of a set: one bit each
  static constexpr unsigned kMostWays = CacheGeometry::kMostWays;
  static constexpr unsigned kAtOnce = 4;       ///< ways that are compared in one step
  static constexpr std::uint32_t kNone = ~0u;  ///< larger than the number of any line

  /// Of the lines of a set.
  struct Uses {
    std::uint32_t filled = 0;  ///< how many have been
    Ways recent = 0;
  };

  /// All ways are looked at: hosts cannot foresee which one it is.
  Ways ways_with(std::size_t set, std::uint32_t number) const {
    const std::uint32_t* const numbers = &numbers_[set * pitch_];
    Ways found = 0;
    for (unsigned first = 0; first < ways_; first += kAtOnce) {
      found |= Ways{equal_to(number, numbers + first)} << first;
    }
    return found;
  }

  /// One bit for each of kAtOnce numbers: whether it is `number`.
  static unsigned equal_to(std::uint32_t number, const std::uint32_t* numbers) {
#if defined(__SSE2__)
    const __m128i all = _mm_set1_epi32(static_cast<int>(number));
    const __m128i some = _mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers));
    return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(some, all))));
#else
    unsigned equal = 0;
    for (unsigned i = 0; i < kAtOnce; ++i) equal |= (numbers[i] == number ? 1u : 0u) << i;
    return equal;
#endif
  }

  /// A line that is not recent, or the only one.
  void use(std::size_t set, Ways used) {
    Ways& recent = uses_[set].recent;
    recent |= used;
    if (recent == all_) recent = used;
  }

  unsigned given_up(std::size_t set) {
    Uses& uses = uses_[set];
    if (uses.filled < ways_) return uses.filled++;
    return ways_ == 1 ? 0 : static_cast<unsigned>(std::countr_one(uses.recent));
  }

  std::uint32_t ways_, sets_;
  std::uint32_t mask_;  ///< for numbers of sets that are powers of two, faster than division; else 0
  CacheIndex index_;
  Ways all_;             ///< of a set
  std::uint32_t pitch_;  ///< from the numbers of a set to those of the next one
  // By line; apart, because numbers are compared far more often than the rest is looked at.
  std::vector<std::uint32_t> numbers_;
  std::vector<Line> lines_;
  std::vector<Uses> uses_;  ///< by set
};

}  // namespace quadcl::qpu::emulator
