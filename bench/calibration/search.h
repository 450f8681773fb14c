// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <climits>
#include <string>

#include "bench/calibration/model.h"

namespace calibration {

/// The mean square of the ratios' logarithms. Each program counts once, however many points it has; `without`
/// does not count.
double error_of(const std::vector<Point>& points, const Ratios& ratios, const std::string& without = {});

/// The value after so many steps up, or down if negative. `step` is a fraction of the value; a constant that
/// counts something moves by 1 in each step.
double stepped(const std::string& constant, double value, double step, double steps);

struct SearchOptions {
  double step = 0.2;         ///< of the first round
  int rounds = 2;            ///< each with half the step of the one before
  int moves = INT_MAX;       ///< the search ends after these
  bool progress = false;     ///< printed to stderr
  std::string without = {};  ///< a program whose points do not count
};

/// Searches better constants, from `start` on. Each move tries every constant a step up and a step down. From
/// that it estimates for which constants within the steps the error is least, as if effects on the logarithm
/// of each ratio added up. It tries the estimated place and the middle of the way there, and goes on from the
/// best of all that it tried. If none is better, steps become half as large.
Constants search(Model& model, const Constants& start, const SearchOptions& options);

}  // namespace calibration
