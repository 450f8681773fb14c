// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/units.h"
#include "qpu/emulator/dma.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/parameters.h"
#include "qpu/timing/server.h"
#include "qpu/timing/trace.h"

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
  Server server_;
};

/// What one QPU has under way at the VPM.
class VpmAccess {
 public:
  explicit VpmAccess(const Parameters& parameters);

  /// A read block of so many vectors is set up in the slot that ends at `at`.
  void read_set_up(unsigned vectors, Ticks at);
  /// When a read, or a write, can be issued that is tried at `at`. To be asked again then.
  Ticks earliest_read(const VpmPort& port, Ticks at);
  Ticks earliest_write(Ticks at) const { return std::max(at, stored_[0]); }
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
  std::array<Ticks, 2> stored_{};  ///< when the last two writes leave the FIFO, the older first
};

/// One of the two DMA engines. Operations are done one after the other.
class DmaEngine {
 public:
  DmaEngine(DmaDirection direction, const Parameters& parameters, MemorySystem& memory, VpmPort& vpm,
            TraceRecorder* trace);

  /// The address is written in the slot that ends at `at`; returns when the transfer is done.
  Ticks start(const emulator::DmaTransfer& transfer, unsigned qpu, Ticks at);

  Ticks vpm_stall() const { return vpm_stall_; }
  Ticks busy() const { return busy_; }

 private:
  Ticks row_time(std::uint32_t bytes) const;

  DmaDirection direction_;
  MemorySystem& memory_;
  VpmPort& vpm_;
  TraceRecorder* trace_;
  Ticks start_, row_, short_row_, new_address_;
  Ticks free_ = 0;  ///< when the last operation is done
  std::optional<BusAddress> last_address_;
  unsigned last_qpu_ = 0;
  Ticks vpm_stall_ = 0, busy_ = 0;
};

}  // namespace quadcl::qpu::timing
