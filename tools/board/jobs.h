// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/timing/timed_run.h"

namespace quadcl::tools::simulated {

enum class Rules : std::uint8_t { off, warn, error };

/// How jobs are run, and what is kept of them.
struct JobSettings {
  qpu::timing::Parameters parameters{qpu::timing::Board::zero};
  bool timed = false;
  Rules rules = Rules::off;
  bool unwritten = false, pedantic = false;
  qpu::emulator::CacheMode caches = qpu::emulator::CacheMode::off;
  std::uint64_t limit = 20'000'000;  ///< instructions of a job; one that needs more hangs
  bool profile = false, trace = false, counters = false;
};

/// Runs the jobs of a board, and keeps what there is to tell of them.
class JobRunner {
 public:
  /// Jobs that fail are told of at once; null: nowhere.
  explicit JobRunner(JobSettings settings, std::ostream* told = nullptr) : settings_(settings), told_(told) {}

  /// Jobs that begin at the same code, with the same start.
  struct Kind {
    std::uint64_t hash = 0;
    std::uint32_t code = 0;  ///< where the first QPU starts
    std::uint64_t jobs = 0, failed = 0, qpus = 0, instructions = 0;
    qpu::timing::Ticks time = 0;
  };
  /// A broken rule at an instruction.
  struct Problem {
    std::string_view rule;
    std::string text;
    bool is_error = false;
    std::uint64_t times = 0;
    std::uint32_t qpus = 0;  ///< a bit each
  };

  /// `counters`, if it is not null, become those of this job, which is run with time then.
  qpu::emulator::RunOutcome run(std::span<const qpu::QpuProgram> programs, const qpu::emulator::BusMap& map,
                                qpu::timing::Counters* counters);

  const JobSettings& settings() const { return settings_; }
  const std::vector<Kind>& kinds() const { return kinds_; }
  const std::vector<Problem>& problems() const { return problems_; }
  std::uint64_t jobs() const { return jobs_; }
  /// Sums over the jobs with time.
  const qpu::timing::Counters& counters() const { return counters_; }
  const qpu::timing::Profile& profile() const { return profile_; }
  const qpu::timing::TraceRecorder& trace() const { return trace_; }

  /// Ends the job that runs, and each one after it. For signal handlers, too.
  void stop(bool stop) { control_.stop = stop; }

 private:
  class Sink;

  qpu::emulator::RunOutcome execute(std::span<const qpu::QpuProgram> programs,
                                    const qpu::emulator::BusMap& map, qpu::emulator::Observer* observer,
                                    qpu::timing::TimeReport& time, bool is_timed);
  Kind& kind_of(std::span<const qpu::QpuProgram> programs, const qpu::emulator::BusMap& map);
  void check_code(const Kind& kind, std::span<const qpu::QpuProgram> programs,
                  const qpu::emulator::BusMap& map);
  Problem& problem_at(std::uint64_t place, std::string_view rule);
  void tell_failure(const qpu::emulator::RunOutcome& outcome) const;

  JobSettings settings_;
  std::ostream* told_;
  qpu::emulator::Machine machine_;
  qpu::emulator::RunControl control_;
  std::uint64_t jobs_ = 0;
  std::vector<Kind> kinds_;
  std::vector<Problem> problems_;
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> problem_index_;  ///< by rule and place
  qpu::timing::Counters counters_{};
  qpu::timing::Profile profile_;
  qpu::timing::TraceRecorder trace_;
};

}  // namespace quadcl::tools::simulated
