// SPDX-License-Identifier: Apache-2.0
#include "bench/calibration/all_points.h"

#include <algorithm>
#include <cstdlib>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/job_points.h"

namespace calibration {

std::vector<Point> all_points(const std::string& list) {
  std::vector<Point> all;
  if (!list.empty()) all = job_points(list);
  for (auto group : {core_points, dma_points, stream_points}) {
    for (Point& point : group()) all.push_back(std::move(point));
  }
  return all;
}

bool selected(const std::string& name, const std::vector<std::string>& names) {
  return names.empty() ||
         std::any_of(names.begin(), names.end(), [&](const std::string& n) { return name.rfind(n, 0) == 0; });
}

bool set_constant(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == text.npos) return false;
  const std::string name(text.substr(0, equals)), value(text.substr(equals + 1));
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0' || !timing::Parameters(timing::Board::zero).set(name, number))
    return false;
  BenchChip::overrides.constants.emplace_back(name, number);
  return true;
}

}  // namespace calibration
