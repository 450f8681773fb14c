// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/cache.h"

#include <algorithm>

namespace quadcl::qpu::timing {

Cache::Cache(std::uint32_t bytes, std::uint32_t ways, Index index)
    : ways_(std::max(ways, 1u)),
      sets_(std::max(bytes / kLineBytes / ways_, 1u)),
      index_(index),
      lines_(ways_ * sets_) {}

Cache::Line* Cache::set_of(std::uint32_t number) {
  constexpr std::uint32_t golden_ratio = 0x9e3779b9;  // spreads numbers with any stride
  const std::uint32_t chosen = index_ == Index::low_bits ? number : (number * golden_ratio) >> 16;
  return &lines_[std::size_t{chosen % sets_} * ways_];
}

Cache::Line* Cache::find(std::uint32_t number) {
  Line* set = set_of(number);
  for (Line* line = set; line != set + ways_; ++line) {
    if (!line->valid || line->number != number) continue;
    line->used = ++clock_;
    return line;
  }
  return nullptr;
}

Cache::Line& Cache::install(std::uint32_t number, Ticks ready) {
  Line* set = set_of(number);
  Line* oldest =
      std::min_element(set, set + ways_, [](const Line& a, const Line& b) { return a.used < b.used; });
  return *oldest = {number, true, ready, ++clock_};
}

}  // namespace quadcl::qpu::timing
