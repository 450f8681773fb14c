// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "qpu/driver/arena_memory.h"
#include "qpu/driver/executor.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/timing/timed_run.h"

namespace quadcl::qpu {

/// Runs jobs with time modelled, and keeps what they took.
class TimingExecutor final : public Executor {
 public:
  explicit TimingExecutor(const timing::Parameters& parameters)
      : memory_(ArenaMemory::create(std::uint64_t{1} << 29).value()), parameters_(parameters) {}

  BusMemory& memory() override { return *memory_; }
  bool emulated() const override { return true; }
  std::uint32_t clock_mhz() const override { return static_cast<std::uint32_t>(parameters_.v3d_mhz()); }

  Result<JobReport> run(const Job& job) override {
    timing::TimeReport report;
    const auto allocated = memory_->snapshot();
    emulator::BusMap map = *allocated;
    for (const emulator::BusSegment& segment : also_mapped) map.add(segment);
    const auto outcome = timing::run_timed(machine_, job.programs, map, job.instruction_limit, parameters_,
                                           report, instruments);
    if (outcome.error) return *outcome.error;
    reports.push_back(report);
    return JobReport{.emulator = EmulatorCounters{.instructions = outcome.instructions()}};
  }

  /// Memory for a matrix, kept as long as the executor.
  MemoryRange allocate(std::size_t bytes) {
    allocations_.push_back(memory_->allocate(bytes, 64).value());
    return allocations_.back()->range();
  }

  /// For a launch on this executor. Puts the kernels' machine code into its memory.
  JobContext context(unsigned qpus) {
    const auto code = kernel_code();
    const MemoryRange range = allocate(code.size());
    std::memcpy(range.host, code.data(), code.size());
    JobContext context{.executor = *this, .code = *range.bus, .qpus = qpus};
    context.instruction_limit = std::uint64_t{1} << 40;
    return context;
  }

  std::vector<timing::TimeReport> reports;
  timing::Instruments instruments;                ///< of all jobs
  std::vector<emulator::BusSegment> also_mapped;  ///< beside what was allocated

 private:
  std::unique_ptr<ArenaMemory> memory_;
  std::vector<std::unique_ptr<Memory>> allocations_;
  timing::Parameters parameters_;
  emulator::Machine machine_;
};

}  // namespace quadcl::qpu
