// SPDX-License-Identifier: Apache-2.0
#include "charts.h"

#include "result.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace {

constexpr std::array colours = {"#2463a8", "#d1731f", "#2c8a4b", "#9a3d8f", "#b33a3a", "#5b6770"};

// Names in the order in which they first appear.
class Names {
 public:
  std::size_t index(const std::string& name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    names_.push_back(name);
    return names_.size() - 1;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

std::string colour(const Palette& palette, const std::string& series) {
  const auto index = std::find(palette.begin(), palette.end(), series) - palette.begin();
  return colours[static_cast<std::size_t>(index) % colours.size()];
}

std::string number(double value) {
  const double rounded = std::round(value * 10) / 10;
  return digits(rounded == 0 ? 0 : rounded);  // no "-0"
}

std::string text(double x, double y, const std::string& words, const std::string& attributes = "") {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" " + attributes + ">" + escape_html(words) +
         "</text>\n";
}

std::string rectangle(double x, double y, double width, double height, const std::string& fill) {
  return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" +
         number(height) + "\" fill=\"" + fill + "\"/>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" +
         number(y2) + "\" " + attributes + "/>\n";
}

std::string legend(const Palette& palette, const std::vector<std::string>& series, double y) {
  std::string svg;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double top = y + 20 * static_cast<double>(i);
    svg += rectangle(10, top, 12, 12, colour(palette, series[i])) + text(28, top + 11, series[i]);
  }
  return svg;
}

std::string picture(const std::string& title, double height, const std::string& content) {
  return "<figure><figcaption>" + escape_html(title) + "</figcaption>\n<svg viewBox=\"0 0 760 " +
         number(height) + "\" role=\"img\" aria-label=\"" + escape_html(title) + "\">\n" + content +
         "</svg></figure>\n";
}

// ---- Logarithmic axes of the roofline

class Axis {
 public:
  // Whole powers of ten around the values; `from` and `to` are where they stand in the picture.
  Axis(double smallest, double largest, double from, double to)
      : low_(static_cast<int>(std::floor(std::log10(smallest) - 0.05))),
        high_(std::max(low_ + 1, static_cast<int>(std::ceil(std::log10(largest) + 0.05)))),
        from_(from),
        to_(to) {}

  double at(double value) const {
    return from_ + (std::log10(value) - low_) / (high_ - low_) * (to_ - from_);
  }
  double lowest() const { return std::pow(10.0, low_); }
  double highest() const { return std::pow(10.0, high_); }
  std::vector<double> ticks() const {
    std::vector<double> values;
    for (int power = low_; power <= high_; ++power) values.push_back(std::pow(10.0, power));
    return values;
  }

 private:
  int low_, high_;
  double from_, to_;
};

struct Axes {
  Axis x, y;
};

Axes make_axes(const std::vector<Roof>& roofs, const std::vector<RooflinePoint>& points) {
  double left = 0.15, right = 10, bottom = 1, top = 1;
  for (const RooflinePoint& point : points) {
    left = std::min(left, point.intensity);
    right = std::max(right, point.intensity);
    bottom = std::min(bottom, point.speed);
    top = std::max(top, point.speed);
  }
  for (const Roof& roof : roofs) top = std::max(top, roof.peak);
  return {Axis(left, right, 60, 740), Axis(bottom, top, 320, 40)};
}

std::string grid(const Axes& axes) {
  std::string svg;
  for (const double x : axes.x.ticks()) {
    svg += line(axes.x.at(x), 40, axes.x.at(x), 320, "class=\"grid\"");
    svg += text(axes.x.at(x), 336, digits(x), "text-anchor=\"middle\"");
  }
  for (const double y : axes.y.ticks()) {
    svg += line(60, axes.y.at(y), 740, axes.y.at(y), "class=\"grid\"");
    svg += text(54, axes.y.at(y) + 4, digits(y), "text-anchor=\"end\"");
  }
  return svg + text(740, 354, "operations a byte", "text-anchor=\"end\"") + text(10, 26, "GFLOPS");
}

std::string roof_line(const Axes& axes, const Roof& roof, const std::string& stroke) {
  const double ridge = roof.peak / roof.bandwidth;
  // Where the slope enters the picture: at its left side or at its foot.
  const double start = std::max(axes.x.lowest(), axes.y.lowest() / roof.bandwidth);
  std::string corners;
  if (ridge > start)
    corners = number(axes.x.at(start)) + "," + number(axes.y.at(start * roof.bandwidth)) + " ";
  for (const double x : {std::clamp(ridge, start, axes.x.highest()), axes.x.highest()})
    corners += number(axes.x.at(x)) + "," + number(axes.y.at(std::min(roof.peak, x * roof.bandwidth))) + " ";
  return "<polyline points=\"" + corners + "\" fill=\"none\" stroke-width=\"2\" stroke=\"" + stroke +
         "\"/>\n";
}

// Kernels stand above their intensity, those of one intensity together: "sgemm, product".
std::string kernel_names(const Axes& axes, const std::vector<RooflinePoint>& points) {
  std::map<double, Names> kernels;
  for (const RooflinePoint& point : points)
    kernels[point.intensity].index(point.kernel.substr(0, point.kernel.find(',')));
  std::string svg;
  bool upper = false;  // neighbours take turns, as their names may be wider than they are apart
  for (const auto& [intensity, names] : kernels) {
    std::string words;
    for (const std::string& name : names.all()) words += (words.empty() ? "" : ", ") + name;
    const double x = axes.x.at(intensity);
    svg += text(x, upper ? 20 : 34, words, x > 640 ? "text-anchor=\"end\"" : "text-anchor=\"middle\"");
    upper = !upper;
  }
  return svg;
}

}  // namespace

std::string digits(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", value);
  return buffer;
}

std::string escape_html(const std::string& words) {
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

std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars,
                      const Palette& palette) {
  constexpr double left = 190, width = 440;
  Names groups, series;
  double largest = 0;
  for (const Bar& bar : bars) {
    groups.index(bar.group);
    series.index(bar.series);
    largest = std::max(largest, bar.value);
  }
  std::string svg;
  double y = 8;
  for (const std::string& group : groups.all()) {
    svg += text(left - 10, y + 13, group, "text-anchor=\"end\"");
    for (const Bar& bar : bars) {
      if (bar.group != group) continue;
      const double length = largest > 0 ? width * bar.value / largest : 0;
      svg += rectangle(left, y, length, 16, colour(palette, bar.series));
      svg += text(left + length + 6, y + 13, digits(bar.value) + " " + unit);
      y += 19;
    }
    y += 10;
  }
  return picture(title, y + 20 * static_cast<double>(series.all().size()),
                 svg + legend(palette, series.all(), y));
}

std::string roofline_chart(const std::string& title, const std::vector<Roof>& roofs,
                           const std::vector<RooflinePoint>& points, const Palette& palette) {
  const Axes axes = make_axes(roofs, points);
  Names series;
  for (const RooflinePoint& point : points) series.index(point.series);
  std::string svg = grid(axes) + kernel_names(axes, points);
  for (const Roof& roof : roofs) svg += roof_line(axes, roof, colour(palette, roof.series));
  for (const RooflinePoint& point : points) {
    svg += "<circle cx=\"" + number(axes.x.at(point.intensity)) + "\" cy=\"" +
           number(axes.y.at(point.speed)) + "\" r=\"5\" fill=\"" + colour(palette, point.series) +
           "\"><title>" +
           escape_html(point.series + ": " + point.kernel + ", " + digits(point.speed) + " GFLOPS") +
           "</title></circle>\n";
  }
  return picture(title, 370 + 20 * static_cast<double>(series.all().size()),
                 svg + legend(palette, series.all(), 366));
}
