// SPDX-License-Identifier: Apache-2.0
//
// One capture on two devices in turn.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace replay {

struct Settings {
  std::vector<std::string> devices;  ///< two: numbers, or 1+OPTIONS for device 1 with more build options
  unsigned rounds = 5;
  double seconds = 0.05;    ///< that each device's launches of a round take together, at least
  double tolerance = 1e-4;  ///< of numbers of floating point, as a part of the largest
  unsigned limit = 300;     ///< seconds for a capture, with its builds
};

struct Outcome {
  std::string name;
  std::string problem;                         ///< why there is no result; empty if there is one
  std::array<std::vector<double>, 2> seconds;  ///< of a launch, one for each round
  double largest_difference = 0;
  std::string difference;  ///< in words if the devices disagree
  bool wrote = true;       ///< whether a buffer changed
  bool good() const { return problem.empty() && difference.empty(); }
  double ratio() const;  ///< the first device's time as a multiple of the second's; NaN without times
};

/// In a process of its own, which may crash or hang. This process must not have called OpenCL yet.
Outcome race(const std::filesystem::path& folder, const Settings& settings);

}  // namespace replay
