// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>

namespace quadcl::qpu {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// The free offsets. They are stored outside of the memory itself, where a kernel cannot damage them.
class FreeRanges {
 public:
  explicit FreeRanges(std::uint64_t size) : ranges_{{0, size}} {}

  /// First fit.
  std::optional<std::uint64_t> take(std::uint64_t size, std::uint64_t alignment) {
    for (auto range = ranges_.begin(); range != ranges_.end(); ++range) {
      const auto [begin, length] = *range;
      const std::uint64_t start = round_up(begin, alignment);
      const std::uint64_t skipped = start - begin;
      if (skipped > length || length - skipped < size) continue;
      ranges_.erase(range);
      if (skipped > 0) ranges_[begin] = skipped;
      if (length > skipped + size) ranges_[start + size] = length - skipped - size;
      return start;
    }
    return std::nullopt;
  }

  bool is_all_of(std::uint64_t size) const {
    return ranges_.size() == 1 && ranges_.begin()->first == 0 && ranges_.begin()->second == size;
  }

  void give_back(std::uint64_t begin, std::uint64_t length) {
    auto next = ranges_.lower_bound(begin);
    if (next != ranges_.end() && begin + length == next->first) {
      length += next->second;
      next = ranges_.erase(next);
    }
    if (next != ranges_.begin()) {
      const auto previous = std::prev(next);
      if (previous->first + previous->second == begin) {
        previous->second += length;
        return;
      }
    }
    ranges_[begin] = length;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;  ///< offset to length; never adjacent
};

}  // namespace quadcl::qpu
