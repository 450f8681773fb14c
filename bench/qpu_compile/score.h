// SPDX-License-Identifier: Apache-2.0
//
// What a compiler's code did with one case on the modelled chip.
#pragma once

#include <cstdint>
#include <string>

#include "bench/kernels/benchmark.h"
#include "qpu/timing/timed_run.h"

namespace qpu_compile_bench {

namespace timing = quadcl::qpu::timing;

struct Score {
  std::string problem;  ///< why there is no time, or what is wrong with the result; empty if all is well
  bool failed = false;  ///< the problem is not only that the kernel has no code for QPUs
  double seconds = 0;   ///< modelled, of all launches
  std::uint64_t instructions = 0;  ///< executed by all QPUs
  std::size_t code = 0;            ///< instructions of the program
  double compile_seconds = 0;      ///< of this computer
  timing::StallTimes stalls;       ///< of all QPUs together
  timing::Ticks idle = 0;          ///< QPUs that had not begun, had ended or had no program, all together
  timing::Ticks total = 0;         ///< of the launches
  std::string profile;             ///< where the time went, by instruction, if asked for
  kernel_bench::Arrays arrays;     ///< after the launches

  bool ran() const { return problem.empty(); }
  void add(const timing::TimeReport& report, const timing::Parameters& parameters);
};

}  // namespace qpu_compile_bench
