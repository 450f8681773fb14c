// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

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
    if (duration <= 0 || intervals_.empty()) return reserve_gap(at, duration);
    Interval& last = intervals_.back();
    if (at < last.start || at > last.end) return reserve_gap(at, duration);
    // Most work: right behind the last.
    busy_ += duration;
    last.end += duration;
    return last.end - duration;
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

  std::vector<Interval> intervals_;  ///< by time, apart from each other
  Ticks forgotten_ = 0;              ///< nothing starts before: intervals up to here are no longer kept
  Ticks busy_ = 0;
};

}  // namespace quadcl::qpu::timing
