// SPDX-License-Identifier: Apache-2.0

// Runs programs that were measured on real chips and compares the modelled time (docs/timing-model.md).

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench/calibration/all_points.h"
#include "bench/calibration/bench_chip.h"
#include "bench/calibration/points.h"
#include "qpu/timing/parameters.h"

namespace {

using calibration::CounterCheck;
using calibration::Point;

constexpr double kAim = 0.15;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

void print_point(const Point& point, double modelled, bool markdown) {
  const double ratio = modelled / point.measured;
  const bool met = std::abs(ratio - 1) <= kAim;
  const std::string measured = number(point.measured), model = number(modelled);
  if (markdown) {
    std::printf("| %s | %s | %s %s | %s | %s%.2f%s | %s | %s |\n", point.name.c_str(), point.what.c_str(),
                measured.c_str(), point.unit.c_str(), model.c_str(), met ? "" : "**", ratio, met ? "" : "**",
                point.source.c_str(), point.remark.c_str());
  } else {
    std::printf("%-22s %10s %10s %-6s %5.2f %s %s\n", point.name.c_str(), measured.c_str(), model.c_str(),
                point.unit.c_str(), ratio, met ? " " : "!", point.what.c_str());
  }
  std::fflush(stdout);
}

int run_points(const std::vector<Point>& points, const std::vector<std::string>& names, bool markdown) {
  if (markdown) {
    std::printf(
        "| point | program | measured | modelled | ratio | source | remark "
        "|\n|---|---|---|---|---|---|---|\n");
  } else {
    std::printf("%-22s %10s %10s %-6s ratio\n", "point", "measured", "modelled", "");
  }
  int missed = 0;
  for (const Point& point : points) {
    if (!calibration::selected(point.name, names)) continue;
    const double modelled = point.model();
    missed += std::abs(modelled / point.measured - 1) > kAim;
    print_point(point, modelled, markdown);
  }
  return missed;
}

int run_checks(const std::vector<std::string>& names, bool markdown) {
  int wrong = 0, run = 0;
  for (const CounterCheck& check : calibration::counter_checks()) {
    if (!calibration::selected(check.name, names)) continue;
    const std::uint64_t counted = check.model();
    ++run;
    if (counted == check.expected) continue;
    ++wrong;
    std::printf("%s: %s: measured %llu, modelled %llu (%s)\n", check.name.c_str(), check.what.c_str(),
                static_cast<unsigned long long>(check.expected), static_cast<unsigned long long>(counted),
                check.source.c_str());
  }
  if (run > 0) std::printf("%scounter checks: %d of %d exact\n", markdown ? "\n" : "", run - wrong, run);
  return wrong;
}

void print_parameters() {
  using namespace quadcl::qpu::timing;
  std::printf(
      "| parameter | Pi 1, Zero | Pi 2, 3 | unit | confidence | source | meaning "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const ParameterInfo& row : parameter_table()) {
    std::printf("| %s | %g | %g | %s | %s | %s | %s |\n", row.name.data(), row.value[0], row.value[2],
                name(row.unit).data(), name(row.confidence).data(), row.source.data(), row.meaning.data());
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Compares modelled QPU time with measurements of real chips"};
  std::vector<std::string> names;
  std::vector<std::string> constants;
  std::string jobs;
  double clock = 0;
  bool verbose = false, markdown = false, list = false, parameters = false;
  app.add_option("names", names, "points or counter checks to run, or how their names begin; all if none");
  app.add_option("--jobs", jobs, "list of programs of others to run as well: docs/internals/timing-model.md");
  app.add_flag("--markdown", markdown, "print the table of docs/generated/timing-points.md");
  app.add_flag("--list", list, "print the names only");
  app.add_flag("--parameters", parameters, "print the table of the model's constants only");
  app.add_flag("--verbose", verbose, "after each run: stalls, utilisation and performance counters");
  app.add_option("--set", constants, "NAME=VALUE: another value for a constant of the model")
      ->allow_extra_args(false);
  app.add_option("--clock", clock, "all boards at this clock, in MHz")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  auto& overrides = calibration::BenchChip::overrides;
  overrides.verbose = verbose;
  if (clock > 0) overrides.clock_mhz = clock;
  for (const std::string& constant : constants) {
    if (calibration::set_constant(constant)) continue;
    std::fprintf(stderr, "calibrate: --set takes NAME=VALUE; see --parameters for the names\n");
    return 2;
  }
  try {
    if (parameters) return print_parameters(), 0;
    const std::vector<Point> points = calibration::all_points(jobs);
    if (list) {
      for (const Point& point : points) std::printf("%s\n", point.name.c_str());
      for (const CounterCheck& check : calibration::counter_checks()) std::printf("%s\n", check.name.c_str());
      return 0;
    }
    const int missed = run_points(points, names, markdown);
    const int wrong = run_checks(names, markdown);
    std::printf("%d points are more than 15 %% off\n", missed);
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "calibrate: %s\n", error.what());
    return 2;
  }
}
