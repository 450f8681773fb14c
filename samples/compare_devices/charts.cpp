// SPDX-License-Identifier: Apache-2.0
#include "charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "../common/svg.h"

namespace {

constexpr std::array colours = {"#2463a8", "#d1731f", "#2c8a4b", "#9a3d8f", "#b33a3a", "#5b6770"};

// Names in the order of their first appearance.
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

std::string legend(const Palette& palette, const std::vector<std::string>& series, double y) {
  std::string drawing;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double top = y + 20 * static_cast<double>(i);
    drawing +=
        svg::rectangle(10, top, 12, 12, colour(palette, series[i])) + svg::text(28, top + 11, series[i]);
  }
  return drawing;
}

std::string picture(const std::string& title, double height, const std::string& content) {
  return "<figure><figcaption>" + svg::escape(title) + "</figcaption>\n<svg viewBox=\"0 0 760 " +
         svg::coordinate(height) + "\" role=\"img\" aria-label=\"" + svg::escape(title) + "\">\n" + content +
         "</svg></figure>\n";
}

// ---- Logarithmic axes of the roofline

// Whole powers of ten around the values, at `from` and `to` in the picture.
svg::LogAxis axis_around(double smallest, double largest, double from, double to) {
  const int low = static_cast<int>(std::floor(std::log10(smallest) - 0.05));
  const int high = static_cast<int>(std::ceil(std::log10(largest) + 0.05));
  return {low, std::max(low + 1, high), from, to};
}

struct Axes {
  svg::LogAxis x, y;
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
  return {axis_around(left, right, 60, 740), axis_around(bottom, top, 320, 40)};
}

std::string grid(const Axes& axes) {
  std::string drawing;
  for (const double x : axes.x.ticks()) {
    drawing += svg::line(axes.x.at(x), 40, axes.x.at(x), 320, "class=\"grid\"");
    drawing += svg::text(axes.x.at(x), 336, svg::digits(x), "text-anchor=\"middle\"");
  }
  for (const double y : axes.y.ticks()) {
    drawing += svg::line(60, axes.y.at(y), 740, axes.y.at(y), "class=\"grid\"");
    drawing += svg::text(54, axes.y.at(y) + 4, svg::digits(y), "text-anchor=\"end\"");
  }
  return drawing + svg::text(740, 354, "operations a byte", "text-anchor=\"end\"") +
         svg::text(10, 26, "GFLOPS");
}

std::string roof_line(const Axes& axes, const Roof& roof, const std::string& stroke) {
  const double ridge = roof.peak / roof.bandwidth;
  // The point where the slope enters the picture: on its left side or at its bottom.
  const double start = std::max(axes.x.lowest(), axes.y.lowest() / roof.bandwidth);
  std::string corners;
  if (ridge > start)
    corners =
        svg::coordinate(axes.x.at(start)) + "," + svg::coordinate(axes.y.at(start * roof.bandwidth)) + " ";
  for (const double x : {std::clamp(ridge, start, axes.x.highest()), axes.x.highest()})
    corners += svg::coordinate(axes.x.at(x)) + "," +
               svg::coordinate(axes.y.at(std::min(roof.peak, x * roof.bandwidth))) + " ";
  return "<polyline points=\"" + corners + "\" fill=\"none\" stroke-width=\"2\" stroke=\"" + stroke +
         "\"/>\n";
}

// The names of kernels at their intensity; those of equal intensity together: "sgemm, product".
std::string kernel_names(const Axes& axes, const std::vector<RooflinePoint>& points) {
  std::map<double, Names> kernels;
  for (const RooflinePoint& point : points)
    kernels[point.intensity].index(point.kernel.substr(0, point.kernel.find(',')));
  std::string drawing;
  bool upper = false;  // neighbours alternate in height, since their names may be wider than their distance
  for (const auto& [intensity, names] : kernels) {
    std::string words;
    for (const std::string& name : names.all()) words += (words.empty() ? "" : ", ") + name;
    const double x = axes.x.at(intensity);
    drawing +=
        svg::text(x, upper ? 20 : 34, words, x > 640 ? "text-anchor=\"end\"" : "text-anchor=\"middle\"");
    upper = !upper;
  }
  return drawing;
}

}  // namespace

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
  std::string drawing;
  double y = 8;
  for (const std::string& group : groups.all()) {
    drawing += svg::text(left - 10, y + 13, group, "text-anchor=\"end\"");
    for (const Bar& bar : bars) {
      if (bar.group != group) continue;
      const double length = largest > 0 ? width * bar.value / largest : 0;
      drawing += svg::rectangle(left, y, length, 16, colour(palette, bar.series));
      drawing += svg::text(left + length + 6, y + 13, svg::digits(bar.value) + " " + unit);
      y += 19;
    }
    y += 10;
  }
  return picture(title, y + 20 * static_cast<double>(series.all().size()),
                 drawing + legend(palette, series.all(), y));
}

std::string roofline_chart(const std::string& title, const std::vector<Roof>& roofs,
                           const std::vector<RooflinePoint>& points, const Palette& palette) {
  const Axes axes = make_axes(roofs, points);
  Names series;
  for (const RooflinePoint& point : points) series.index(point.series);
  std::string drawing = grid(axes) + kernel_names(axes, points);
  for (const Roof& roof : roofs) drawing += roof_line(axes, roof, colour(palette, roof.series));
  for (const RooflinePoint& point : points) {
    drawing += "<circle cx=\"" + svg::coordinate(axes.x.at(point.intensity)) + "\" cy=\"" +
               svg::coordinate(axes.y.at(point.speed)) + "\" r=\"5\" fill=\"" +
               colour(palette, point.series) + "\"><title>" +
               svg::escape(point.series + ": " + point.kernel + ", " + svg::digits(point.speed) + " GFLOPS") +
               "</title></circle>\n";
  }
  return picture(title, 370 + 20 * static_cast<double>(series.all().size()),
                 drawing + legend(palette, series.all(), 366));
}
