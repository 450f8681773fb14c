// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/result.h"
#include "qpu/driver/executor.h"
#include "qpu/emulator/cache_model.h"
#include "qpu/timing/parameters.h"

namespace quadcl::qpu {

/// Whether code is checked against the rules of the chip while it runs, and whether an error ends the job.
enum class RuleChecks : std::uint8_t { off, report, error };

struct EmulatorSettings {
  std::uint64_t memory_bytes = 0;
  timing::Board board = timing::Board::zero;              ///< whose time is modelled if a job asks for it
  emulator::CacheMode caches = emulator::CacheMode::off;  ///< findings go to the log
  RuleChecks checks = RuleChecks::off;                    ///< the same
  bool translates = true;                                 ///< emulator::default_engine
};

/// An executor that emulates the QPUs. Errors: out_of_host_memory, invalid_argument_value.
Result<std::unique_ptr<Executor>> make_emulator_executor(const EmulatorSettings& settings);

}  // namespace quadcl::qpu
