// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "bench/kernels/report.h"

namespace kernel_bench {
namespace {

constexpr const char* kColours[] = {"#7f7f7f", "#1b6ca8", "#e07b39", "#3a9d5d", "#a05195", "#b8a030"};
constexpr double kLabelWidth = 130, kPlotWidth = 640, kRight = 60, kBar = 9, kGap = 9;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", value < 10 ? 2 : 0, value);
  return text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else
      out += c;
  }
  return out;
}

class Chart {
 public:
  Chart(const Report& report, std::size_t baseline) : report_(report), baseline_(baseline) {
    for (std::size_t i = 0; i < report.contestants.size(); ++i) {
      if (i != baseline) bars_.push_back(i);
    }
    find_range();
  }

  std::string draw() {
    const double legend = 18.0 * static_cast<double>(bars_.size()) + 34;
    const double group = kBar * static_cast<double>(bars_.size()) + kGap;
    const double bottom = legend + group * static_cast<double>(report_.results.size());
    const double width = kLabelWidth + kPlotWidth + kRight;
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << bottom + 30
         << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    text(10, 18, "Time as a multiple of that of " + report_.contestants[baseline_] + " (left of 1: faster)");
    draw_legend();
    draw_scale(legend - 6, bottom);
    for (std::size_t i = 0; i < report_.results.size(); ++i)
      draw_group(report_.results[i], legend + group * static_cast<double>(i));
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  /// Powers of ten around all ratios, and around 1.
  void find_range() {
    for (const Result& result : report_.results) {
      for (const std::size_t i : bars_) {
        const double ratio = median_ratio(result.scores[i], result.scores[baseline_]);
        if (!(ratio > 0)) continue;
        low_ = std::min(low_, std::floor(std::log10(ratio)));
        high_ = std::max(high_, std::ceil(std::log10(ratio)));
      }
    }
  }

  double place(double ratio) const {
    return kLabelWidth + kPlotWidth * (std::log10(ratio) - low_) / (high_ - low_);
  }

  void text(double x, double y, const std::string& words, const char* anchor = "start") {
    out_ << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\">" << escaped(words)
         << "</text>\n";
  }

  void bar(double x, double y, double width, std::size_t contestant) {
    out_ << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << std::max(width, 0.5) << "\" height=\""
         << kBar - 1 << "\" fill=\"" << kColours[contestant % std::size(kColours)] << "\"/>\n";
  }

  void draw_legend() {
    double y = 28;
    for (const std::size_t i : bars_) {
      bar(10, y, 20, i);
      text(36, y + 8, report_.contestants[i]);
      y += 18;
    }
  }

  void draw_scale(double top, double bottom) {
    for (double power = low_; power <= high_; ++power) {
      const double x = place(std::pow(10, power));
      out_ << "<line x1=\"" << x << "\" x2=\"" << x << "\" y1=\"" << top << "\" y2=\"" << bottom
           << "\" stroke=\"" << (power == 0 ? "black" : "#cccccc") << "\"/>\n";
      text(x, bottom + 16, number(std::pow(10, power)), "middle");
    }
  }

  /// Bars start at 1: to the left who is faster, to the right who is slower than the baseline.
  void draw_group(const Result& result, double y) {
    text(kLabelWidth - 8, y + kBar * static_cast<double>(bars_.size()) / 2 + 4, result.benchmark->name,
         "end");
    for (const std::size_t i : bars_) {
      const double ratio = median_ratio(result.scores[i], result.scores[baseline_]);
      if (ratio > 0) {
        const double x = place(ratio), one = place(1);
        bar(std::min(x, one), y, std::abs(x - one), i);
        out_ << "<text x=\"" << std::max(x, one) + 3 << "\" y=\"" << y + kBar - 1.5 << "\" font-size=\"9\">"
             << number(ratio) << "</text>\n";
      }
      y += kBar;
    }
  }

  const Report& report_;
  std::size_t baseline_;
  std::vector<std::size_t> bars_;
  double low_ = -1, high_ = 1;  ///< powers of ten
  std::ostringstream out_;
};

}  // namespace

std::string to_svg(const Report& report, std::size_t baseline) { return Chart(report, baseline).draw(); }

}  // namespace kernel_bench
