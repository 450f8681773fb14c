// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/calibration/points.h"

namespace calibration {

using Constants = std::map<std::string, double>;

/// Settings with which the points run.
struct Variant {
  Constants constants;
  unsigned order = 0;  ///< of programs over QPUs, as in BenchChip::Overrides
  double clock_factor = 1;

  auto operator<=>(const Variant&) const = default;
};

/// For each point, modelled time over measured time.
using Ratios = std::vector<double>;

/// Runs the points, in several processes. Results do not depend on their number.
class Model {
 public:
  Model(std::vector<Point> points, unsigned processes);

  const std::vector<Point>& points() const { return points_; }
  /// The ratios of each variant, which is run when first asked for. Throws std::runtime_error if a point
  /// could not be run.
  std::vector<Ratios> ratios(const std::vector<Variant>& variants);
  const Ratios& ratios(const Variant& variant);
  const Ratios& ratios(const Constants& constants) { return ratios(Variant{constants}); }

 private:
  /// A point of a variant.
  struct Task {
    std::size_t variant, point;
  };
  void run(const std::vector<Variant>& variants);
  void run_point(const Variant& variant, std::size_t point, double& ratio) const;
  std::vector<Task> tasks_for(std::size_t variants) const;

  std::vector<Point> points_;
  std::vector<std::pair<std::string, double>> set_;  ///< constants that all variants have (--set)
  unsigned processes_;
  std::vector<double> seconds_;  ///< that this computer took for each point
  std::map<Variant, Ratios> known_;
};

/// The program of a point: "fft" for "fft-12".
std::string program_of(const Point& point);

}  // namespace calibration
