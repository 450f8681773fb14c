// SPDX-License-Identifier: Apache-2.0
//
// Results as text, as JSON and as a chart.
#pragma once

#include <string>
#include <vector>

#include "bench/kernels/measure.h"

namespace kernel_bench {

struct Report {
  std::vector<std::string> contestants;  ///< names; the first is plain C++
  std::vector<Result> results;
};

/// Times, and below them one table of ratios for each baseline (the number of a contestant).
void print_text(const Report& report, const std::vector<std::size_t>& baselines);

std::string to_json(const Report& report);

/// A bar for each contestant except the baseline: its time divided by that of the baseline, on a logarithmic
/// scale.
std::string to_svg(const Report& report, std::size_t baseline);

}  // namespace kernel_bench
