// SPDX-License-Identifier: Apache-2.0
//
// The parts of charts, as SVG text.
#pragma once

#include <string>
#include <vector>

namespace svg {

// Escapes the characters that have a meaning in SVG and HTML.
std::string escape(const std::string& words);

// Four digits, as in the chart.
std::string digits(double value);

// `attributes` are more attributes of the element: "text-anchor=\"end\"".
std::string text(double x, double y, const std::string& words, const std::string& attributes = "");
std::string rectangle(double x, double y, double width, double height, const std::string& fill);
std::string line(double x1, double y1, double x2, double y2, const std::string& attributes);

// A coordinate with one decimal place.
std::string coordinate(double value);

// A logarithmic axis between two powers of ten, at `from` and `to` in the picture.
class LogAxis {
 public:
  LogAxis(int low, int high, double from, double to) : low_(low), high_(high), from_(from), to_(to) {}

  double at(double value) const;
  double lowest() const;
  double highest() const;
  // All powers of ten on it.
  std::vector<double> ticks() const;

 private:
  int low_, high_;
  double from_, to_;
};

}  // namespace svg
