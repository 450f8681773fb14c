// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/timing/timed_run.h"
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

/// One run of a job from its start, on a thread of its own, which waits while the run is stopped. Only then
/// may its state be looked at. A run is the same each time: to go back is to run again, up to an earlier
/// position.
class Run final : public Tracker {
 public:
  /// The image of the job must have its original bytes. Stops before the first attempt.
  Run(LoadedJob& loaded, const RunArguments& arguments, const qpu::timing::Parameters& parameters);
  /// Ends the job where it is.
  ~Run() override;

  /// Runs until the judge stops it, or to the end of the job.
  void resume(Judge& judge);

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
  const qpu::timing::QpuClocks* clocks() const { return timed_ ? &clocks_ : nullptr; }

  void instruction(const Qpu& qpu, const Operation& operation) override;

 private:
  enum class State : std::uint8_t { running, stopped, ending };

  void run_job(const RunArguments& arguments, const qpu::timing::Parameters& parameters);
  bool stop();

  LoadedJob& loaded_;
  const bool timed_;
  qpu::timing::QpuClocks clocks_{};
  qpu::timing::TimeReport time_;
  std::optional<emulator::RuleChecker> checker_;
  emulator::Machine machine_;
  std::uint64_t position_ = 0;
  unsigned turn_ = 0;
  std::uint32_t turn_address_ = 0;
  Judge* judge_ = nullptr;
  std::optional<emulator::RunOutcome> outcome_;

  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::running;
  std::thread thread_;
};

}  // namespace quadcl::tools::debug
