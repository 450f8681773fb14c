// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "qpu/driver/executor.h"

namespace quadcl::tools {

/// One program on a chip and on the emulator.
struct SelftestRow {
  std::string program;
  std::string problem;  ///< empty: both gave the same memory
  std::uint64_t measured_nanoseconds = 0;
  std::uint64_t modelled_cycles = 0;
  std::optional<qpu::ChipCounters> measured;  ///< if the executor reads counters
  qpu::ChipCounters modelled{};
};

/// Runs small programs and the built-in kernels on both, with the same inputs. Stops after a job that did not
/// end.
std::vector<SelftestRow> run_selftest(qpu::Executor& chip, qpu::Executor& emulator);

}  // namespace quadcl::tools
