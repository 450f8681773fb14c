// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace quadcl::qpu::emulator {

constexpr std::uint32_t kCacheLineBytes = 64;  ///< of every cache (docs/videocore4.md, Caches)

struct CacheGeometry {
  std::uint32_t bytes, ways;
};

/// The chip's caches (docs/videocore4.md, Caches; those of the uniform cache are assumed, the ways of a TMU's
/// chosen as docs/timing-model.md says). What the caches hold and how long they take both go by this.
struct CacheGeometries {
  CacheGeometry instructions{4096, 4};
  CacheGeometry uniforms{4096, 4};
  CacheGeometry tmu{4096, 4};
  CacheGeometry l2c{16384, 4};
};

enum class CacheIndex : std::uint8_t { low_bits, hashed };  ///< what chooses the set of a line

/// The lines of one cache, each with a `Content`. The least recently used line of a set is replaced.
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
    Line* set = set_of(number);
    // Lines that hold nothing were never used, so they come first.
    Line& oldest =
        *std::min_element(set, set + ways_, [](const Line& a, const Line& b) { return a.used < b.used; });
    oldest.number = number;
    oldest.valid = true;
    oldest.used = ++clock_;
    return oldest;
  }

 private:
  Line* set_of(std::uint32_t number) {
    constexpr std::uint32_t golden_ratio = 0x9e3779b9;  // spreads numbers with any stride
    const std::uint32_t chosen = index_ == CacheIndex::low_bits ? number : (number * golden_ratio) >> 16;
    return &lines_[std::size_t{chosen % sets_} * ways_];
  }

  std::uint32_t ways_, sets_;
  CacheIndex index_;
  std::uint64_t clock_ = 0;
  std::vector<Line> lines_;
};

}  // namespace quadcl::qpu::emulator
