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
  struct Line : Content {
    std::uint32_t number = 0;  ///< address / kCacheLineBytes
    bool valid = false;
    bool recent = false;
  };

  explicit CacheSets(CacheGeometry geometry, CacheIndex index = CacheIndex::low_bits)
      : ways_(std::max(geometry.ways, 1u)),
        sets_(std::max(geometry.bytes / kCacheLineBytes / ways_, 1u)),
        mask_(std::has_single_bit(sets_) ? sets_ - 1 : 0),
        index_(index),
        lines_(std::size_t{ways_} * sets_) {}

  /// The line, which counts as a use of it; null if it is not there.
  Line* find(std::uint32_t number) {
    Line* set = set_of(number);
    for (Line* line = set; line != set + ways_; ++line) {
      if (line->number != number || !line->valid) continue;
      if (!line->recent) use(set, *line);
      return line;
    }
    return nullptr;
  }

  /// Puts the line in place of another of its set; the caller fills it.
  Line& replace(std::uint32_t number) {
    Line* set = set_of(number);
    Line& line = given_up(set);
    line.number = number;
    line.valid = true;
    use(set, line);
    return line;
  }

 private:
  void use(Line* set, Line& used) {
    used.recent = true;
    if (!std::all_of(set, set + ways_, [](const Line& line) { return line.recent; })) return;
    for (Line* line = set; line != set + ways_; ++line) line->recent = line == &used;
  }

  Line& given_up(Line* set) {
    Line* const end = set + ways_;
    if (Line* empty = std::find_if(set, end, [](const Line& line) { return !line.valid; }); empty != end) {
      return *empty;
    }
    Line* const found = std::find_if(set, end, [](const Line& line) { return !line.recent; });
    return found != end ? *found : *set;  // a single way is always recent
  }

  Line* set_of(std::uint32_t number) {
    constexpr std::uint32_t golden_ratio = 0x9e3779b9;  // spreads numbers with any stride
    const std::uint32_t chosen = index_ == CacheIndex::low_bits ? number : (number * golden_ratio) >> 16;
    const std::uint32_t set = mask_ != 0 ? chosen & mask_ : chosen % sets_;
    return &lines_[std::size_t{set} * ways_];
  }

  std::uint32_t ways_, sets_;
  std::uint32_t mask_;  ///< for numbers of sets that are powers of two, faster than division; else 0
  CacheIndex index_;
  std::vector<Line> lines_;
};

}  // namespace quadcl::qpu::emulator
