// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "qpu/driver/executor.h"
#include "tools/qpu_build.h"

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

/// Runs small programs, the built-in kernels and, if they are given, those of selftest_kernels.h on both,
/// with the same inputs. Tells of each before the next begins, which may stop the board. Ends after an error
/// of the chip.
void run_selftest(qpu::Executor& chip, qpu::Executor& emulator, const QpuBuild* compiled,
                  const std::function<void(const SelftestRow&)>& tell);

}  // namespace quadcl::tools
