// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/emulator/cache_sets.h"
#include "qpu/timing/time.h"

namespace quadcl::qpu::timing {

/// What the model of time knows of a cached line: a line that is on its way is a hit that must be waited for.
struct Arrival {
  Ticks ready = 0;
  bool changed = false;  ///< by a store, which has to be written back when the line is given up
};

/// Which lines a cache holds, and since when.
class Cache : public emulator::CacheSets<Arrival> {
 public:
  using CacheSets::CacheSets;

  /// Replaces a line of the set.
  void install(std::uint32_t number, Ticks ready) { replace(number).ready = ready; }
};

}  // namespace quadcl::qpu::timing
