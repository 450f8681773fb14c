// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/timing/simulation.h"
#include "tools/debug/snapshots.h"
#include "tools/debug/tracker.h"
#include "tools/loaded_job.h"
#include "tools/run_arguments.h"

namespace quadcl::tools::debug {

/// An instruction that a QPU is about to try. `again`: it was blocked before.
struct Attempt {
  const emulator::Qpu& qpu;
  const emulator::Operation& operation;
  bool again = false;
  std::uint64_t position = 0;  ///< attempts of all QPUs before this one
};

class Run;

/// Decides where a run stops. It is asked on the run's thread.
class Judge {
 public:
  virtual ~Judge() = default;
  /// Between two attempts, with what the last one did. True: stop here.
  virtual bool stops(const Run& run, const Attempt& next) = 0;
  /// The job has ended; what its last instruction did.
  virtual void ended(const Run&) {}
};

/// One run of a job, on a thread of its own, which waits while the run is stopped. Only then may its state be
/// looked at. It goes the same way each time: to go back is to run again from a snapshot, up to an earlier
/// position.
class Run final : public Tracker {
 public:
  /// The image of the job must have its original bytes. Stops before the first attempt.
  Run(LoadedJob& loaded, const RunArguments& arguments, const qpu::timing::Parameters& parameters,
      const SnapshotLimits& limits);
  /// Ends the job where it is.
  ~Run() override;

  /// Runs until the judge stops it, or to the end of the job.
  void resume(Judge& judge);
  /// The same from the last snapshot that fits, or from the start. False if no snapshot was taken: the job
  /// ended before its first attempt.
  bool resume_from(const std::function<bool(const Past&)>& fits, Judge& judge);
  const Snapshots& snapshots() const { return snapshots_; }

  /// The job has ended; outcome() says how.
  bool ended() const { return outcome_.has_value(); }
  const std::optional<emulator::RunOutcome>& outcome() const { return outcome_; }

  /// Attempts so far: the place in the job, for going back to it.
  std::uint64_t position() const { return position_; }
  std::span<const emulator::Qpu> qpus() const { return machine_.qpus(); }
  /// The QPU that is about to try an instruction; after the end, the one that tried the last.
  unsigned turn() const { return turn_; }
  /// Of the next instruction of a QPU.
  std::uint32_t address_of(unsigned qpu) const;
  const emulator::VpmMemory& vpm() const { return machine_.vpm(); }
  const emulator::BusMap& memory() const { return loaded_.map; }
  /// The word of memory at an address, a multiple of 8; empty if none is mapped.
  std::optional<std::uint64_t> word_at(std::uint32_t address) const;
  /// Null if time is not modelled.
  const qpu::timing::QpuClocks* clocks() const { return simulation_ ? &clocks_ : nullptr; }

  void instruction(const Qpu& qpu, const Operation& operation) override;
  void at_rest() override;
  void dma_store_starting(const Qpu& qpu, const emulator::DmaTransfer& transfer) override;

 private:
  enum class State : std::uint8_t { running, stopped, going_back, ending };

  void run_job(std::uint64_t limit);
  bool goes_on_after(emulator::RunOutcome outcome);
  const emulator::Machine::State& go_back();
  void keep_memory(std::uint64_t begin, std::uint64_t end);
  bool stop();
  void wait_until_stopped(std::unique_lock<std::mutex>& lock);

  LoadedJob& loaded_;
  qpu::timing::QpuClocks clocks_{};
  std::optional<emulator::RuleChecker> checker_;
  std::optional<qpu::timing::Simulation> simulation_;  ///< if time is modelled
  emulator::Machine machine_;
  std::uint64_t position_ = 0;
  unsigned turn_ = 0;
  std::uint32_t turn_address_ = 0;
  Judge* judge_ = nullptr;
  std::optional<emulator::RunOutcome> outcome_;
  Snapshots snapshots_;
  std::size_t wanted_ = 0;  ///< the snapshot to go back to

  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::running;
  std::thread thread_;
};

}  // namespace quadcl::tools::debug
