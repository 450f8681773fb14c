// SPDX-License-Identifier: Apache-2.0
//
// Results as a table and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/qpu_compile/bounds.h"
#include "bench/qpu_compile/score.h"

namespace qpu_compile_bench {

struct Result {
  std::string name;
  std::uint32_t size = 0;  ///< 0: unknown
  Score own;
  std::optional<Score> peer;  ///< none without a peer
  std::vector<Bound> bounds;  ///< empty if operations are not counted

  /// How many times as fast as the peer; empty if either has no time.
  std::optional<double> times_peer() const;
  /// The largest bound as a share of the time.
  std::optional<double> of_bound() const;
  bool of_memory() const { return largest(bounds).of_memory; }
};

struct Report {
  std::string board;
  double mhz;
  std::vector<Result> results;
};

void print_text(const Report& report, bool stalls);
std::string to_json(const Report& report);

}  // namespace qpu_compile_bench
