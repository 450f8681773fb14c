// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <climits>
#include <string>

#include "bench/calibration/model.h"

namespace calibration {

/// Mean square of the logarithm of the ratio. Each program counts once, however many points it has.
double error_of(const std::vector<Point>& points, const Ratios& ratios, const std::string& without = {});

/// The value a step up (1) or down (-1), or a part of a step: `step` is a share of the value, and a constant
/// that counts something moves by 1.
double stepped(const std::string& constant, double value, double step, double steps);

struct SearchOptions {
  double step = 0.2;         ///< of the first round
  int rounds = 2;            ///< each with half the step of the one before
  int moves = INT_MAX;       ///< at most
  bool progress = false;     ///< to stderr
  std::string without = {};  ///< a program whose points do not count
};

/// Better constants, from `start` on. All are tried a step up and a step down. As if their effects on the
/// logarithm of each ratio added up, it is estimated where between the steps the error is least. That place
/// is tried, half of the way to it, and the steps alone; the search goes on from the best of these.
Constants search(Model& model, const Constants& start, const SearchOptions& options);

}  // namespace calibration
