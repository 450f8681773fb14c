// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace bench {

/// NaN without values.
inline double median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Of times measured in turn: the median over the rounds of the time divided by the baseline's time in the
/// same round.
inline double median_ratio(const std::vector<double>& times, const std::vector<double>& baseline) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(times.size(), baseline.size()); ++i)
    ratios.push_back(times[i] / baseline[i]);
  return median(std::move(ratios));
}

/// The mean that is right for ratios. NaN values are skipped; NaN without values.
inline double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  int count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += std::log(value);
    ++count;
  }
  return count > 0 ? std::exp(sum / count) : std::nan("");
}

}  // namespace bench
