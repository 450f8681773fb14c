// SPDX-License-Identifier: Apache-2.0
//
// Charts as self-contained SVG text: no script, no external style sheet.
#pragma once

#include <string>
#include <vector>

// All series of a page: each has one colour, the same in every chart.
using Palette = std::vector<std::string>;

struct Bar {
  std::string group, series;  // bars of a group are drawn together
  double value = 0;
};

// Horizontal bars with their values.
std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars,
                      const Palette& palette);

struct RooflinePoint {
  std::string kernel, series;
  double intensity = 0;  // operations per byte
  double speed = 0;      // GFLOPS
};

struct Roof {
  std::string series;
  double bandwidth = 0;  // GB/s
  double peak = 0;       // GFLOPS
};

// Speed over intensity, both logarithmic. Each roof is the limit by bandwidth and peak.
std::string roofline_chart(const std::string& title, const std::vector<Roof>& roofs,
                           const std::vector<RooflinePoint>& points, const Palette& palette);
