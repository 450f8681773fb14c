// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace calibration {

/// Something measured on a chip, and the program that shows it in the model.
struct Point {
  std::string name;
  std::string what;
  std::string unit;
  double measured;
  std::string source;  ///< key of docs/sources.md
  std::function<double()> model;
  std::string remark = {};  ///< differences of the program, and why the model is off where it is
};

/// A counter that must be exact.
struct CounterCheck {
  std::string name;
  std::string what;
  std::uint64_t expected;
  std::string source;
  std::function<std::uint64_t()> model;
};

std::vector<Point> core_points();  ///< uniforms, TMU latency, VPM, semaphores
std::vector<Point> dma_points();
std::vector<Point> stream_points();  ///< rotation of points
std::vector<CounterCheck> counter_checks();

}  // namespace calibration
