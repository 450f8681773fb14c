// SPDX-License-Identifier: Apache-2.0
//
// Charts as SVG text that stands in a page by itself: no script, no style sheet from elsewhere.
#pragma once

#include <string>
#include <vector>

// All series of a page: each has one colour, the same in every chart.
using Palette = std::vector<std::string>;

struct Bar {
  std::string group, series;  // bars of a group stand together
  double value = 0;
};

// Horizontal bars; each bears its value.
std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars,
                      const Palette& palette);

struct RooflinePoint {
  std::string kernel, series;
  double intensity = 0;  // operations a byte
  double speed = 0;      // GFLOPS
};

struct Roof {
  std::string series;
  double bandwidth = 0;  // GB/s
  double peak = 0;       // GFLOPS
};

// Speed over intensity, both logarithmic; each roof is what bandwidth and peak leave possible.
std::string roofline_chart(const std::string& title, const std::vector<Roof>& roofs,
                           const std::vector<RooflinePoint>& points, const Palette& palette);
