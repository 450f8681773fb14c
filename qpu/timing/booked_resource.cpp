// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/booked_resource.h"

#include <algorithm>

namespace quadcl::qpu::timing {

BookedResource::Gap BookedResource::find(Ticks at, Ticks duration) const {
  Ticks start = std::max(at, forgotten_);
  std::size_t next = intervals_.size();
  while (next > 0 && intervals_[next - 1].end > start) --next;
  for (; next < intervals_.size() && intervals_[next].start < start + duration; ++next) {
    start = intervals_[next].end;
  }
  return {start, next};
}

Ticks BookedResource::reserve_gap(Ticks at, Ticks duration) {
  if (duration > 0 && (intervals_.empty() || intervals_.back().end < at) && at >= forgotten_) {
    intervals_.push_back({at, at + duration});
    busy_ += duration;
    forget();
    return at;
  }
  const auto [start, next] = find(at, duration);
  const Ticks end = start + duration;
  busy_ += duration;
  const bool touches_last = next > 0 && intervals_[next - 1].end == start;
  const bool touches_next = next < intervals_.size() && intervals_[next].start == end;
  const auto place = intervals_.begin() + static_cast<std::ptrdiff_t>(next);
  if (touches_last && touches_next) {
    intervals_[next - 1].end = intervals_[next].end;
    intervals_.erase(place);
  } else if (touches_last) {
    intervals_[next - 1].end = end;
  } else if (touches_next) {
    intervals_[next].start = start;
  } else {
    intervals_.insert(place, {start, end});
  }
  forget();
  return start;
}

void BookedResource::forget() {
  if (intervals_.size() <= kRemembered) return;
  const auto half = intervals_.begin() + kRemembered / 2;
  forgotten_ = std::prev(half)->end;
  intervals_.erase(intervals_.begin(), half);
}

}  // namespace quadcl::qpu::timing
