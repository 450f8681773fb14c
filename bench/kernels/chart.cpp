// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/kernels/report.h"
#include "samples/common/svg.h"

namespace kernel_bench {
namespace {

constexpr const char* kColours[] = {"#7f7f7f", "#1b6ca8", "#e07b39", "#3a9d5d", "#a05195", "#b8a030"};
constexpr double kLabelWidth = 130, kPlotWidth = 640, kRight = 60, kBar = 9, kGap = 9;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", value < 10 ? 2 : 0, value);
  return text;
}

/// Powers of ten around all ratios to the baseline, and around 1.
svg::LogAxis axis_of(const Report& report, std::size_t baseline) {
  int low = -1, high = 1;
  for (const Result& result : report.results) {
    for (std::size_t i = 0; i < report.contestants.size(); ++i) {
      const double ratio = median_ratio(result.scores[i], result.scores[baseline]);
      if (!(ratio > 0)) continue;
      low = std::min(low, static_cast<int>(std::floor(std::log10(ratio))));
      high = std::max(high, static_cast<int>(std::ceil(std::log10(ratio))));
    }
  }
  return {low, high, kLabelWidth, kLabelWidth + kPlotWidth};
}

class Chart {
 public:
  Chart(const Report& report, std::size_t baseline)
      : report_(report), baseline_(baseline), axis_(axis_of(report, baseline)) {
    for (std::size_t i = 0; i < report.contestants.size(); ++i) {
      if (i != baseline) bars_.push_back(i);
    }
  }

  std::string draw() {
    const double legend = 18.0 * static_cast<double>(bars_.size()) + 34;
    const double group = kBar * static_cast<double>(bars_.size()) + kGap;
    const double bottom = legend + group * static_cast<double>(report_.results.size());
    const double width = kLabelWidth + kPlotWidth + kRight;
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg::coordinate(width) + " " +
           svg::coordinate(bottom + 30) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
           "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    out_ += svg::text(
        10, 18, "Time as a multiple of that of " + report_.contestants[baseline_] + " (left of 1: faster)");
    draw_legend();
    draw_scale(legend - 6, bottom);
    for (std::size_t i = 0; i < report_.results.size(); ++i)
      draw_group(report_.results[i], legend + group * static_cast<double>(i));
    return out_ + "</svg>\n";
  }

 private:
  void bar(double x, double y, double width, std::size_t contestant) {
    out_ += svg::rectangle(x, y, std::max(width, 0.5), kBar - 1, kColours[contestant % std::size(kColours)]);
  }

  void draw_legend() {
    double y = 28;
    for (const std::size_t i : bars_) {
      bar(10, y, 20, i);
      out_ += svg::text(36, y + 8, report_.contestants[i]);
      y += 18;
    }
  }

  void draw_scale(double top, double bottom) {
    for (const double power : axis_.ticks()) {
      const double x = axis_.at(power);
      const std::string colour = power == 1 ? "black" : "#cccccc";
      out_ += svg::line(x, top, x, bottom, "stroke=\"" + colour + "\"");
      out_ += svg::text(x, bottom + 16, number(power), "text-anchor=\"middle\"");
    }
  }

  /// Bars start at 1: to the left if faster, to the right if slower than the baseline.
  void draw_group(const Result& result, double y) {
    out_ += svg::text(kLabelWidth - 8, y + kBar * static_cast<double>(bars_.size()) / 2 + 4,
                      result.benchmark->name, "text-anchor=\"end\"");
    for (const std::size_t i : bars_) {
      const double ratio = median_ratio(result.scores[i], result.scores[baseline_]);
      if (ratio > 0) {
        const double x = axis_.at(ratio), one = axis_.at(1);
        bar(std::min(x, one), y, std::abs(x - one), i);
        out_ += svg::text(std::max(x, one) + 3, y + kBar - 1.5, number(ratio), "font-size=\"9\"");
      }
      y += kBar;
    }
  }

  const Report& report_;
  std::size_t baseline_;
  svg::LogAxis axis_;
  std::vector<std::size_t> bars_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Report& report, std::size_t baseline) { return Chart(report, baseline).draw(); }

}  // namespace kernel_bench
