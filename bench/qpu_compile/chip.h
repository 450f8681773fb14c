// SPDX-License-Identifier: Apache-2.0
//
// A modelled board with the arrays of one case in its memory.
#pragma once

#include <span>
#include <vector>

#include "bench/qpu_compile/score.h"
#include "bench/timing_executor.h"

namespace qpu_compile_bench {

using quadcl::MemoryRange;

/// Which addresses have memory. `exact`: arrays and no more, so that code that goes beyond them faults.
/// `around`: also before and behind them and at 0, as on the chip, for code whose unused lanes load anything.
enum class Mapped { exact, around };

class Chip {
 public:
  /// `profiled`: also notes where the time goes, by instruction.
  Chip(const timing::Parameters& parameters, const kernel_bench::Case& a_case, Mapped mapped, bool profiled);

  quadcl::qpu::TimingExecutor& executor() { return executor_; }
  const MemoryRange& array(std::size_t index) const { return ranges_[index]; }
  /// More memory, all 0.
  MemoryRange allocate(std::size_t bytes);

  /// Adds up what the jobs so far took, and takes the arrays out of memory.
  void finish(Score& score);

 private:
  const kernel_bench::Case& case_;
  timing::Parameters parameters_;
  quadcl::qpu::TimingExecutor executor_;
  timing::Profile profile_;
  MemoryRange free_;            ///< for all that comes, if mapped `around`
  std::vector<std::byte> low_;  ///< memory at address 0
  std::vector<MemoryRange> ranges_;
};

}  // namespace qpu_compile_bench
