// SPDX-License-Identifier: Apache-2.0
#include "charts.h"
#include "result.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "../common/svg.h"

namespace {

// The memory of a Pi 1, 32 bits at 400 MHz on both edges: GB/s in theory.
constexpr double chip_bandwidth = 3.2;

constexpr char style[] = R"CSS(
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
figure { margin: 1.2rem 0; } figcaption { font-weight: 600; }
svg { width: 100%; height: auto; font-size: 12px; fill: #1c2430; }
.grid { stroke: #d9dee5; stroke-width: 1; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #d9dee5; text-align: right; }
th { vertical-align: bottom; } td:nth-child(-n+3), th:nth-child(-n+3) { text-align: left; }
.modelled { background: #f4efe2; }
)CSS";

// ---- The parts of a result for a chart

// The time for a chart; empty if the result has none of that kind.
using TimeOf = std::function<std::optional<double>(const Result&)>;

std::optional<double> measured(const Result& result) {
  if (result.time.emulated() || !std::isfinite(result.time.seconds)) return std::nullopt;
  return result.time.seconds;
}

std::optional<double> modelled(const Result& result) { return result.time.chip_seconds; }

std::string series_of(const Result& result) {
  return result.time.ran_on == sample::RanOn::cpu_beside_qpu ? result.device + ", on the CPU beside it"
                                                             : result.device;
}

std::vector<Bar> bars(const Report& report, const TimeOf& time_of, double Result::* amount,
                      bool moving_only) {
  std::vector<Bar> chosen;
  for (const Result& result : report.results) {
    const auto seconds = time_of(result);
    if (seconds && (result.operations == 0) == moving_only)
      chosen.push_back({result.kernel, series_of(result), 1e-9 * result.*amount / *seconds});
  }
  return chosen;
}

std::vector<RooflinePoint> points(const Report& report, const TimeOf& time_of) {
  std::vector<RooflinePoint> chosen;
  for (const Result& result : report.results) {
    const auto seconds = time_of(result);
    if (seconds && result.operations > 0) {
      chosen.push_back({result.kernel, series_of(result), result.operations / result.bytes,
                        1e-9 * result.operations / *seconds});
    }
  }
  return chosen;
}

// The best values of all kernels of the run: the known part of this computer's roofs.
std::vector<Roof> reached_roofs(const std::vector<RooflinePoint>& points) {
  std::vector<Roof> roofs;
  for (const RooflinePoint& point : points) {
    auto roof =
        std::find_if(roofs.begin(), roofs.end(), [&](const Roof& r) { return r.series == point.series; });
    if (roof == roofs.end()) roof = roofs.insert(roofs.end(), {point.series});
    roof->peak = std::max(roof->peak, point.speed);
    roof->bandwidth = std::max(roof->bandwidth, point.speed / point.intensity);
  }
  return roofs;
}

std::vector<Roof> chip_roofs(const Report& report, const std::vector<RooflinePoint>& points) {
  if (points.empty()) return {};
  return {{points.front().series, chip_bandwidth, report.chip_peak}};
}

Palette palette_of(const Report& report) {
  Palette palette;
  for (const Result& result : report.results) {
    const std::string series = series_of(result);
    if (std::find(palette.begin(), palette.end(), series) == palette.end()) palette.push_back(series);
  }
  return palette;
}

// ---- The page

std::string bar_charts(const Report& report, const TimeOf& time_of, const std::string& how) {
  std::string html;
  const auto computing = bars(report, time_of, &Result::operations, false);
  const auto moving = bars(report, time_of, &Result::bytes, true);
  if (!computing.empty()) html += bar_chart("Speed, " + how, "GFLOPS", computing, palette_of(report));
  if (!moving.empty())
    html += bar_chart("Bytes read and written, " + how, "GB/s", moving, palette_of(report));
  return html;
}

std::string measured_section(const Report& report) {
  const auto dots = points(report, measured);
  std::string html = "<h2>Measured on this computer</h2>\n" + bar_charts(report, measured, "measured");
  if (!dots.empty())
    html += roofline_chart("Roofline, measured; roofs are the best that this run reached",
                           reached_roofs(dots), dots, palette_of(report));
  return html;
}

std::string modelled_section(const Report& report) {
  const auto dots = points(report, modelled);
  const std::string charts = bar_charts(report, modelled, "modelled");
  if (charts.empty()) return "";
  std::string html =
      "<h2>Modelled for the VideoCore IV chip</h2>\n<p>By the emulator's model of the chip's time, not "
      "measured on a "
      "chip. How long the emulation took is in the table.</p>\n" +
      charts;
  if (!dots.empty()) {
    html +=
        roofline_chart("Roofline, modelled; roofs by the documentation: " + svg::digits(report.chip_peak) +
                           " GFLOPS, memory " + svg::digits(chip_bandwidth) + " GB/s in theory",
                       chip_roofs(report, dots), dots, palette_of(report));
  }
  return html;
}

std::string cell(const std::string& words, const char* kind = "") {
  return std::string("<td") + kind + ">" + svg::escape(words) + "</td>";
}

std::string milliseconds(const std::optional<double>& seconds) {
  return seconds ? svg::digits(1e3 * *seconds) : "";
}

std::string table(const Report& report) {
  std::string html =
      "<h2>All results</h2>\n<table>\n<tr><th>Device</th><th>Kernel</th><th>Ran on</th><th>Measured time, "
      "ms</th>"
      "<th>Emulation time, ms</th><th class=\"modelled\">Modelled chip time, ms</th><th>Check</th></tr>\n";
  for (const Result& result : report.results) {
    const bool emulated = result.time.emulated();
    html += "<tr>" + cell(result.device) + cell(result.kernel) + cell(name_of(result.time.ran_on)) +
            cell(milliseconds(measured(result))) + cell(emulated ? milliseconds(result.time.seconds) : "") +
            cell(milliseconds(result.time.chip_seconds), " class=\"modelled\"") +
            cell(result.passed ? "passed" : "FAILED") + "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace

std::string to_json(const Report& report) {
  nlohmann::ordered_json json = {{"size", report.size}, {"repeats", report.repeats}};
  json["results"] = nlohmann::ordered_json::array();
  for (const Result& result : report.results) {
    const bool emulated = result.time.emulated();
    nlohmann::ordered_json entry = {
        {"device", result.device},         {"kernel", result.kernel}, {"ran_on", name_of(result.time.ran_on)},
        {"operations", result.operations}, {"bytes", result.bytes},   {"passed", result.passed}};
    entry[emulated ? "emulation_seconds" : "measured_seconds"] = result.time.seconds;
    if (result.time.chip_seconds) entry["modelled_chip_seconds"] = *result.time.chip_seconds;
    json["results"].push_back(entry);
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string to_html(const Report& report) {
  return "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>OpenCL devices "
         "compared</title>\n"
         "<style>" +
         std::string(style) +
         "</style></head>\n<body>\n<h1>OpenCL devices compared</h1>\n<p>Square matrices of " +
         std::to_string(report.size) + " rows; the fastest of " + std::to_string(report.repeats) +
         " launches; each result checked.</p>\n" + measured_section(report) + modelled_section(report) +
         table(report) + "</body>\n</html>\n";
}
