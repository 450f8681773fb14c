// SPDX-License-Identifier: Apache-2.0
//
// Runs one benchmark on all contestants in turn, checks and times it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/kernels/contestant.h"

namespace kernel_bench {

/// What one contestant did in one benchmark.
struct Score {
  std::string problem;          ///< why it did not pass; empty if it did
  std::vector<double> seconds;  ///< one a round
  bool passed() const { return problem.empty(); }
};

struct Result {
  const Benchmark* benchmark;
  std::uint32_t size;
  std::vector<Score> scores;  ///< in the order of the contestants
};

/// The first contestant has to be plain C++. Each is checked once, then `rounds` times all run one after the
/// other. `step` is called after each part of the work; there are contestants times (1 + rounds) of them.
Result measure(const Benchmark& benchmark, std::uint32_t size, const Contestants& contestants,
               unsigned rounds, const std::function<void()>& step);

/// The median over the rounds of the time of `score` as a multiple of that of `baseline` in the same round.
double median_ratio(const Score& score, const Score& baseline);

/// How `actual` differs from `expected` by more than `tolerance` of the largest magnitude; empty if it does
/// not.
std::string difference(const Array& actual, const Array& expected, double tolerance);

}  // namespace kernel_bench
