// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/timing/simulation.h"
#include "tools/debug/tracker.h"

namespace quadcl::tools::debug {

/// How many states of a run are kept.
struct SnapshotLimits {
  std::uint64_t interval = 100'000;            ///< attempts from one to the next, at least
  std::size_t bytes = std::size_t{256} << 20;  ///< of all; beside it, each page of the job's memory once
};

/// A place of a run, and what was known of its QPUs there.
struct Past {
  std::uint64_t position;
  const Tracker& tracker;
};

/// All that a run needs to go on from one of its places.
struct Snapshot {
  std::uint64_t position = 0;
  emulator::Machine::State machine;
  Tracker tracker{nullptr};
  emulator::RuleChecker::Saved checker;       ///< null if nothing is checked
  qpu::timing::Simulation::Saved simulation;  ///< null without modelled time
  qpu::timing::QpuClocks clocks{};

  std::size_t bytes() const;
};

/// Snapshots of one run. Not far back they lie close together, further back further apart: a gap is at most
/// an eighth of the way back to it, or the interval. So going back takes time in proportion to the way. If
/// they exceed their limit, half of them go.
class Snapshots {
 public:
  /// Of a job with this memory.
  Snapshots(std::span<std::byte> memory, const SnapshotLimits& limits)
      : memory_(memory), limits_(limits), interval_(limits.interval) {}

  /// Whether a snapshot is wanted at this position.
  bool due(std::uint64_t position) const { return position >= next_; }
  void add(std::unique_ptr<Snapshot> snapshot);

  /// Bytes of memory will change.
  void changing(const std::byte* from, std::size_t bytes);

  std::size_t count() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  std::size_t bytes() const { return bytes_; }
  Past at(std::size_t index) const {
    return {entries_[index].snapshot->position, entries_[index].snapshot->tracker};
  }
  /// Gives memory the content that it had at the snapshot, and forgets later ones.
  const Snapshot& go_back(std::size_t index);

 private:
  static constexpr std::size_t kPageBytes = 4096;
  using Pages = std::map<std::size_t, std::vector<std::byte>>;  ///< by number
  struct Entry {
    std::unique_ptr<Snapshot> snapshot;
    std::size_t bytes = 0;  ///< of the snapshot
    Pages pages;            ///< as they were then, if they have changed before the next snapshot
  };

  void thin(std::uint64_t here);
  void thin_by_half();
  void drop(std::size_t index);

  std::span<std::byte> memory_;
  const SnapshotLimits limits_;
  std::uint64_t interval_;
  std::uint64_t next_ = 0;
  std::vector<Entry> entries_;
  std::size_t bytes_ = 0;
};

}  // namespace quadcl::tools::debug
