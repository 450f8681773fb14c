// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "qpu/timing/booked_resource.h"
#include "qpu/timing/parameters.h"

namespace quadcl::qpu::timing {

/// The port of the VPM's memory, shared by all.
class VpmPort {
 public:
  explicit VpmPort(const Parameters& parameters) : vector_(parameters.ticks(Parameter::vpm_vector)) {}

  Ticks earliest(Ticks at) const { return server_.earliest(at, vector_); }
  /// Moves a vector; returns when that is done.
  Ticks move(Ticks at) { return server_.reserve(at, vector_) + vector_; }

 private:
  Ticks vector_;
  BookedResource server_;
};

/// What one QPU has under way at the VPM.
class VpmAccess {
 public:
  explicit VpmAccess(const Parameters& parameters);

  /// A read block of so many vectors is set up in the slot that ends at `at`.
  void read_set_up(unsigned vectors, Ticks at);
  /// When a read, or a write, that is tried at `at` can be issued. Ask again at that time.
  Ticks earliest_read(const VpmPort& port, Ticks at);
  Ticks earliest_write(Ticks at) const { return std::max(at, stored_[oldest_]); }
  void read(VpmPort& port, Ticks at);
  void write(VpmPort& port, Ticks at);

 private:
  struct Block {
    unsigned vectors = 0;
    Ticks readable = 0;
  };

  Ticks read_latency_, turnaround_;
  std::array<Block, 2> blocks_{};  ///< set up, the one being read first
  bool wrote_since_read_ = false;
  std::vector<Ticks> stored_;  ///< when the last writes leave the FIFO: as many as it holds
  std::size_t oldest_ = 0;     ///< of these
};

}  // namespace quadcl::qpu::timing
