// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/emulator_executor.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "core/log.h"
#include "core/processors.h"
#include "qpu/driver/arena_memory.h"
#include "qpu/emulator/machine.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/emulator/workers.h"
#include "qpu/timing/timed_run.h"

namespace quadcl::qpu {

namespace {

class EmulatorExecutor final : public Executor {
 public:
  EmulatorExecutor(std::unique_ptr<ArenaMemory> memory, const EmulatorSettings& settings)
      : memory_(std::move(memory)),
        parameters_(settings.board),
        caches_(settings.caches),
        checks_(settings.checks),
        machine_(emulator::default_engine(settings.translates)) {
    machine_.set_threads(usable_processors());
  }

  BusMemory& memory() override { return *memory_; }
  bool emulated() const override { return true; }
  std::uint32_t clock_mhz() const override { return static_cast<std::uint32_t>(parameters_.v3d_mhz()); }

  Result<JobReport> run(const Job& job) override {
    if (job.programs.empty() || job.programs.size() > kQpus) {
      return Error{ErrorCode::invalid_argument_value, "a job is for 1 to 12 QPUs"};
    }
    const std::lock_guard lock(mutex_);
    const auto map = memory_->snapshot();
    if (job.before != nullptr) QUADCL_CHECK((*job.before)(job, *map));
    timing::TimeReport time;
    emulator::FindingList findings;
    machine_.model_caches(caches_, &findings);
    emulator::RuleChecker checker(findings, {.stop_at_error = checks_ == RuleChecks::error});
    emulator::Observer* observer = checks_ != RuleChecks::off ? &checker : nullptr;
    emulator::RunOutcome outcome =
        job.model_time ? timing::run_timed(machine_, job.programs, *map, job.instruction_limit, parameters_,
                                           time, {.observer = observer})
                       : machine_.run(job.programs, *map,
                                      {.instruction_limit = job.instruction_limit, .observer = observer});
    checker.job_ended();
    log(findings);
    if (checks_ == RuleChecks::error && !outcome.error && findings.has_error())
      return Error{ErrorCode::illegal_instruction,
                   "the code breaks a rule of the chip: " + first_error(findings)};
    if (outcome.error) return std::move(*outcome.error);
    JobReport report{.emulator = counters_of(outcome)};
    if (job.model_time) add_time(report, time);
    return report;
  }

 private:
  static EmulatorCounters counters_of(const emulator::RunOutcome& outcome) {
    return {.instructions = outcome.instructions(),
            .busiest_qpu_instructions = outcome.busiest_qpu_instructions(),
            .host_interrupts = outcome.host_interrupts};
  }

  void add_time(JobReport& report, const timing::TimeReport& time) const {
    report.nanoseconds = static_cast<std::uint64_t>(std::llround(parameters_.seconds(time.total) * 1e9));
    report.counters = time.counters;
    report.emulator->cycles = time.cycles();
  }

  static std::string first_error(const emulator::FindingList& findings) {
    const auto& entries = findings.entries();
    const auto found = std::find_if(entries.begin(), entries.end(), [](const auto& entry) {
      return emulator::info(entry.finding.rule).severity == Severity::error;
    });
    return found != entries.end() ? emulator::to_string(found->finding) : std::string();
  }

  static void log(const emulator::FindingList& findings) {
    for (const auto& [finding, times] : findings.entries()) {
      log_line(to_string(finding) + ", " + std::to_string(times) + " times");
    }
  }

  std::unique_ptr<ArenaMemory> memory_;
  timing::Parameters parameters_;
  emulator::CacheMode caches_;
  RuleChecks checks_;
  std::mutex mutex_;  ///< callers take turns
  emulator::Machine machine_;
};

}  // namespace

Result<std::unique_ptr<Executor>> make_emulator_executor(const EmulatorSettings& settings) {
  QUADCL_TRY(auto memory, ArenaMemory::create_within(settings.memory_bytes));
  return std::unique_ptr<Executor>(std::make_unique<EmulatorExecutor>(std::move(memory), settings));
}

}  // namespace quadcl::qpu
