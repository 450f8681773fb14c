// SPDX-License-Identifier: Apache-2.0
#include "svg.h"

#include <cmath>
#include <cstdio>

namespace svg {

std::string escape(const std::string& words) {
  std::string escaped;
  for (const char c : words) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += c;
  }
  return escaped;
}

std::string digits(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", value);
  return buffer;
}

std::string coordinate(double value) {
  const double rounded = std::round(value * 10) / 10;
  return digits(rounded == 0 ? 0 : rounded);  // no "-0"
}

std::string text(double x, double y, const std::string& words, const std::string& attributes) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" " + attributes + ">" + escape(words) +
         "</text>\n";
}

std::string rectangle(double x, double y, double width, double height, const std::string& fill) {
  return "<rect x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" width=\"" + coordinate(width) +
         "\" height=\"" + coordinate(height) + "\" fill=\"" + fill + "\"/>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return "<line x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" + coordinate(x2) +
         "\" y2=\"" + coordinate(y2) + "\" " + attributes + "/>\n";
}

double LogAxis::at(double value) const {
  return from_ + (std::log10(value) - low_) / (high_ - low_) * (to_ - from_);
}

double LogAxis::lowest() const { return std::pow(10.0, low_); }

double LogAxis::highest() const { return std::pow(10.0, high_); }

std::vector<double> LogAxis::ticks() const {
  std::vector<double> values;
  for (int power = low_; power <= high_; ++power) values.push_back(std::pow(10.0, power));
  return values;
}

}  // namespace svg
