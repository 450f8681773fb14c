// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/timing/parameters.h"
#include "qpu/timing/stall_causes.h"
#include "qpu/timing/time.h"

namespace quadcl::qpu::timing {

enum class MemoryServer : std::uint8_t { l2c, system_l2, sdram, count };
constexpr std::size_t kMemoryServers = static_cast<std::size_t>(MemoryServer::count);

enum class DmaDirection : std::uint8_t { load, store };

/// Collects what the QPUs, the DMA engines and the memory servers did, and writes it as Chrome trace events,
/// which Perfetto and chrome://tracing show. When there is too much, short pieces are merged. A merged piece
/// has the name of its longest part, and says how long each part took.
class TraceRecorder {
 public:
  TraceRecorder();

  void executing(unsigned qpu, Ticks start, Ticks end);
  void stalled(unsigned qpu, Stall cause, Ticks start, Ticks end);
  void dma(DmaDirection direction, unsigned qpu, Ticks start, Ticks end);
  void busy(MemoryServer server, Ticks start, Ticks duration);

  /// What comes next belongs to a job that starts after this one, which took `time`.
  void next_job(Ticks time) { origin_ += time; }

  /// One JSON object. Times are microseconds of modelled time at the clock of `parameters`.
  void write(std::ostream& out, const Parameters& parameters) const;

 private:
  /// What a segment of a track was: a Stall, or kExecuting. On DMA tracks, the QPU.
  using Kind = std::uint8_t;
  static constexpr Kind kExecuting = kStalls;

  static constexpr std::size_t kKinds = 12;
  static_assert(kKinds > kExecuting);

  struct Segment {
    Segment(Kind kind, Ticks from, Ticks to) : start(from), end(to) { time[kind] = to - from; }

    /// The kind that took most of the time.
    Kind kind() const;
    /// Whether all of it is of one kind, so that more of the same can be added.
    bool pure() const { return !merged; }

    Ticks start, end;
    std::array<Ticks, kKinds> time{};  ///< by kind
    bool merged = false;
  };
  using Track = std::vector<Segment>;

  /// Busy time in equal stretches of modelled time; when they become too many, two are made one.
  class Utilisation {
   public:
    void add(Ticks start, Ticks duration);
    Ticks stretch() const { return stretch_; }
    const std::vector<Ticks>& busy() const { return busy_; }

   private:
    void coarsen();

    Ticks stretch_ = 64 * kSlot;
    std::vector<Ticks> busy_;
  };

  void add(Track& track, Kind kind, Ticks start, Ticks end);
  void coarsen();
  void coarsen(Track& track) const;

  class EventWriter;

  std::array<Track, kQpus> qpus_;
  std::array<Track, 2> dma_;
  std::array<Utilisation, kMemoryServers> servers_;
  std::size_t segments_ = 0;
  Ticks origin_ = 0;  ///< where the job starts
  Ticks resolution_ = kSlot;
};

}  // namespace quadcl::qpu::timing
