// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/booked_resource.h"

#include <algorithm>

namespace quadcl::qpu::timing {

BookedResource::Gap BookedResource::find(Ticks at, Ticks duration) const {
  Ticks start = std::max(at, intervals_[0].end);
  std::size_t next = size_;
  while (next > 1 && intervals_[next - 1].end > start) --next;
  for (; next < size_ && intervals_[next].start < start + duration; ++next) {
    start = intervals_[next].end;
  }
  return {start, next};
}

Ticks BookedResource::reserve_gap(Ticks at, Ticks duration) {
  const auto [start, next] = find(at, duration);
  const Ticks end = start + duration;
  busy_ += duration;
  const bool touches_last = next > 1 && intervals_[next - 1].end == start;
  const bool touches_next = next < size_ && intervals_[next].start == end;
  const auto place = intervals_.begin() + static_cast<std::ptrdiff_t>(next);
  const auto all_end = intervals_.begin() + static_cast<std::ptrdiff_t>(size_);
  if (touches_last && touches_next) {
    intervals_[next - 1].end = intervals_[next].end;
    std::copy(place + 1, all_end, place);
    --size_;
  } else if (touches_last) {
    intervals_[next - 1].end = end;
  } else if (touches_next) {
    intervals_[next].start = start;
  } else {
    std::copy_backward(place, all_end, all_end + 1);
    *place = {start, end};
    ++size_;
  }
  if (size_ > kRemembered + 1) forget();
  return start;
}

void BookedResource::forget() {
  constexpr std::size_t kForgotten = kRemembered / 2;
  intervals_[0].end = intervals_[kForgotten].end;
  std::copy(intervals_.begin() + kForgotten + 1, intervals_.begin() + static_cast<std::ptrdiff_t>(size_),
            intervals_.begin() + 1);
  size_ -= kForgotten;
}

}  // namespace quadcl::qpu::timing
