// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "core/bus_address.h"
#include "qpu/emulator/dma.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/parameters.h"
#include "qpu/timing/trace.h"
#include "qpu/timing/vpm.h"

namespace quadcl::qpu::timing {

/// One of the two DMA engines. Operations are done one after the other, a row at a time. Rows take their turn
/// at SDRAM when modelled time comes to them, so that cache lines which are asked for meanwhile go between
/// them.
class DmaEngine final : public MemorySystem::Client {
 public:
  DmaEngine(DmaDirection direction, const Parameters& parameters, MemorySystem& memory, VpmPort& vpm,
            TraceRecorder* trace);

  /// Names an operation, as long as it is the last one of its QPU.
  struct Ticket {
    std::uint64_t number = 0;
    unsigned qpu = 0;
  };

  /// The address is written in the slot that ends at `at`.
  Ticket start(const emulator::DmaTransfer& transfer, unsigned qpu, Ticks at);

  /// When the operation is done, as far as known at `now`. Ask again at that time.
  Ticks done(Ticket ticket, Ticks now);
  /// Does all that is left; returns when it is done.
  Ticks finish();

  void advance(Ticks to) override;

  Ticks vpm_stall() const { return vpm_stall_; }
  Ticks busy() const { return busy_; }

 private:
  struct Operation {
    unsigned qpu;
    Ticks at;                             ///< earliest start
    unsigned rows;                        ///< left
    std::uint32_t address, pitch, bytes;  ///< of the next row, to the one after it, in a row
    Ticks row;                            ///< time of a row
  };

  Ticks row_time(std::uint32_t bytes) const;
  Ticks left(const Operation& operation) const;
  void begin_next();
  void note_due() { due = operations_.empty() ? kNever : next_row_; }
  void move_row();

  DmaDirection direction_;
  MemorySystem* memory_;
  VpmPort* vpm_;
  TraceRecorder* trace_;
  Ticks start_, row_, short_row_, page_;

  std::deque<Operation> operations_;  ///< not done, the first one under way
  Ticks began_ = 0;                   ///< when the first one began
  Ticks next_row_ = 0;                ///< when its next row starts
  std::uint64_t finished_ = 0;        ///< operations
  Ticks last_done_ = 0;               ///< when the last of them was done
  std::array<Ticks, kQpus> done_{};   ///< the same for each QPU
  std::uint32_t last_page_ = ~0u;     ///< that the last row began in
  Ticks vpm_stall_ = 0, busy_ = 0;
};

}  // namespace quadcl::qpu::timing
