// SPDX-License-Identifier: Apache-2.0
#include "tools/watched_executor.h"

namespace quadcl::tools {

namespace {

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 30;

}  // namespace

Result<std::unique_ptr<WatchedExecutor>> WatchedExecutor::make(const qpu::timing::Parameters& parameters,
                                                               const qpu::timing::Instruments& instruments) {
  QUADCL_TRY(auto memory, qpu::ArenaMemory::create_within(kMemoryBytes));
  return std::unique_ptr<WatchedExecutor>(new WatchedExecutor(std::move(memory), parameters, instruments));
}

std::uint32_t WatchedExecutor::clock_mhz() const { return static_cast<std::uint32_t>(parameters_.v3d_mhz()); }

Result<qpu::JobReport> WatchedExecutor::run(const qpu::Job& job) {
  const auto map = memory_->snapshot();
  if (job.before != nullptr) QUADCL_CHECK((*job.before)(job, *map));
  outcome_ = qpu::timing::run_timed(machine_, job.programs, *map, job.instruction_limit, parameters_, time_,
                                    instruments_);
  if (outcome_.error) return *outcome_.error;
  qpu::JobReport report;
  report.emulator = qpu::EmulatorCounters{.instructions = outcome_.instructions(),
                                          .busiest_qpu_instructions = outcome_.busiest_qpu_instructions(),
                                          .host_interrupts = outcome_.host_interrupts,
                                          .cycles = time_.cycles()};
  report.nanoseconds = static_cast<std::uint64_t>(parameters_.seconds(time_.total) * 1e9 + 0.5);
  return report;
}

}  // namespace quadcl::tools
