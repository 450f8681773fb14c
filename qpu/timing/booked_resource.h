// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "qpu/timing/time.h"

namespace quadcl::qpu::timing {

/// A resource that does one thing at a time. Work is reserved when it is known, which may be before other
/// work that arrives earlier is known: a reservation takes the first gap that is long enough.
class BookedResource {
 public:
  /// When `duration` of work that arrives at `at` would start.
  Ticks earliest(Ticks at, Ticks duration) const { return find(at, duration).start; }
  /// Reserves that time; returns its start.
  Ticks reserve(Ticks at, Ticks duration) {
    const Interval last = intervals_[size_ - 1];
    if (duration <= 0 || at < last.start) return reserve_gap(at, duration);
    // Most work: right behind the last, or apart from it. Hosts could not foresee which.
    const Ticks start = std::max(at, last.end);
    const bool apart = at > last.end || size_ == 1;
    size_ += apart ? 1 : 0;
    intervals_[size_ - 1] = {apart ? at : last.start, start + duration};
    busy_ += duration;
    if (size_ > kRemembered + 1) forget();
    return start;
  }

  Ticks busy() const { return busy_; }  ///< in all

 private:
  struct Interval {
    Ticks start, end;
  };
  struct Gap {
    Ticks start;
    std::size_t before;  ///< index of the interval that follows the gap
  };
  Ticks reserve_gap(Ticks at, Ticks duration);
  Gap find(Ticks at, Ticks duration) const;
  void forget();

  static constexpr std::size_t kRemembered = 64;

  /// By time. Nothing starts before the end of the first one, which stands for all up to there that are no
  /// longer kept. The others are apart from each other.
  std::array<Interval, kRemembered + 2> intervals_{};
  std::size_t size_ = 1;
  Ticks busy_ = 0;
};

}  // namespace quadcl::qpu::timing
