// SPDX-License-Identifier: Apache-2.0
//
// Runs one benchmark on all contestants in turn, checks and times it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/kernels/contestant.h"

namespace kernel_bench {

/// The results of one contestant in one benchmark.
struct Score {
  std::string problem;          ///< the reason for a failure; empty if it passed
  std::vector<double> seconds;  ///< one per round
  bool passed() const { return problem.empty(); }
};

struct Result {
  const Benchmark* benchmark;
  std::uint32_t size;
  std::vector<Score> scores;  ///< in the order of the contestants
};

/// The first contestant must be plain C++. Each is checked once, then all run in turn for `rounds` rounds.
/// `step` is called after each part of the work: contestants * (1 + rounds) times.
Result measure(const Benchmark& benchmark, std::uint32_t size, const Contestants& contestants,
               unsigned rounds, const std::function<void()>& step);

/// The median over the rounds of the time of `score` divided by the time of `baseline` in the same round.
double median_ratio(const Score& score, const Score& baseline);

/// A message if `actual` differs from `expected` by more than `tolerance` times the largest magnitude, else
/// empty.
std::string difference(const Array& actual, const Array& expected, double tolerance);

}  // namespace kernel_bench
