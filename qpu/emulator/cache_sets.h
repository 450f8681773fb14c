// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace quadcl::qpu::emulator {

constexpr std::uint32_t kCacheLineBytes = 64;  ///< of every cache (docs/videocore4.md, Caches)

/// Which line of a full set is given up for a new one.
enum class Replacement : std::uint8_t {
  oldest,  ///< that was used longest ago
  any,     ///< as a generator of random numbers says, which starts anew with each cache
};

struct CacheGeometry {
  std::uint32_t bytes, ways;
  Replacement replacement = Replacement::oldest;
};

/// The chip's caches (docs/videocore4.md, Caches). Those of the uniform cache are assumed; ways and
/// replacement of a TMU's are chosen as docs/timing-model.md says. Both the contents of the caches and the
/// time they take go by this, but for the replacement: contents are always those used last.
struct CacheGeometries {
  CacheGeometry instructions{4096, 4};
  CacheGeometry uniforms{4096, 4};
  CacheGeometry tmu{4096, 4, Replacement::any};
  CacheGeometry l2c{16384, 4};
};

enum class CacheIndex : std::uint8_t { low_bits, hashed };  ///< what chooses the set of a line

/// The lines of one cache, each with a `Content`.
template <class Content>
class CacheSets {
 public:
  struct Line : Content {
    std::uint32_t number = 0;  ///< address / kCacheLineBytes
    bool valid = false;
    std::uint64_t used = 0;
  };

  explicit CacheSets(CacheGeometry geometry, CacheIndex index = CacheIndex::low_bits)
      : ways_(std::max(geometry.ways, 1u)),
        sets_(std::max(geometry.bytes / kCacheLineBytes / ways_, 1u)),
        mask_(std::has_single_bit(sets_) ? sets_ - 1 : 0),
        replacement_(geometry.replacement),
        index_(index),
        lines_(std::size_t{ways_} * sets_) {}

  /// The line, now the most recently used of its set; null if it is not there.
  Line* find(std::uint32_t number) {
    Line* set = set_of(number);
    for (Line* line = set; line != set + ways_; ++line) {
      if (line->number != number || !line->valid) continue;
      line->used = ++clock_;
      return line;
    }
    return nullptr;
  }

  /// Puts the line in place of another of its set; the caller fills it.
  Line& replace(std::uint32_t number) {
    Line& line = given_up(set_of(number));
    line.number = number;
    line.valid = true;
    line.used = ++clock_;
    return line;
  }

 private:
  Line& given_up(Line* set) {
    // Lines that hold nothing were never used, so they come first.
    Line& oldest =
        *std::min_element(set, set + ways_, [](const Line& a, const Line& b) { return a.used < b.used; });
    if (replacement_ == Replacement::oldest || !oldest.valid) return oldest;
    random_ = random_ * 1664525u + 1013904223u;
    return set[(random_ >> 16) % ways_];
  }

  Line* set_of(std::uint32_t number) {
    constexpr std::uint32_t golden_ratio = 0x9e3779b9;  // spreads numbers with any stride
    const std::uint32_t chosen = index_ == CacheIndex::low_bits ? number : (number * golden_ratio) >> 16;
    const std::uint32_t set = mask_ != 0 ? chosen & mask_ : chosen % sets_;
    return &lines_[std::size_t{set} * ways_];
  }

  std::uint32_t ways_, sets_;
  std::uint32_t mask_;  ///< for numbers of sets that are powers of two, faster than division; else 0
  Replacement replacement_;
  CacheIndex index_;
  std::uint64_t clock_ = 0;
  std::uint32_t random_ = 1;
  std::vector<Line> lines_;
};

}  // namespace quadcl::qpu::emulator
