// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "core/result.h"
#include "qpu/driver/arena_memory.h"
#include "qpu/driver/executor.h"
#include "qpu/emulator/machine.h"
#include "qpu/timing/timed_run.h"

namespace quadcl::tools {

/// Emulates QPUs, models their time, and keeps what there is to see of the last job.
class WatchedExecutor final : public qpu::Executor {
 public:
  static Result<std::unique_ptr<WatchedExecutor>> make(const qpu::timing::Parameters& parameters,
                                                       const qpu::timing::Instruments& instruments);

  qpu::BusMemory& memory() override { return *memory_; }
  bool emulated() const override { return true; }
  std::uint32_t clock_mhz() const override;
  Result<qpu::JobReport> run(const qpu::Job& job) override;

  const qpu::timing::TimeReport& time() const { return time_; }
  const qpu::emulator::RunOutcome& outcome() const { return outcome_; }

 private:
  WatchedExecutor(std::unique_ptr<qpu::ArenaMemory> memory, const qpu::timing::Parameters& parameters,
                  const qpu::timing::Instruments& instruments)
      : memory_(std::move(memory)), parameters_(parameters), instruments_(instruments) {}

  std::unique_ptr<qpu::ArenaMemory> memory_;
  qpu::timing::Parameters parameters_;
  qpu::timing::Instruments instruments_;
  qpu::timing::TimeReport time_;
  qpu::emulator::RunOutcome outcome_;
  qpu::emulator::Machine machine_;
};

}  // namespace quadcl::tools
