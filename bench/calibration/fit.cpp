// SPDX-License-Identifier: Apache-2.0

// Searches constants of the time model on all points at once. Prints how far each point is off, on which
// constants it depends, and how far off a program's points are if it has no part in the search
// (docs/timing-model.md).

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <set>
#include <string>
#include <vector>

#include "bench/calibration/all_points.h"
#include "bench/calibration/bench_chip.h"
#include "bench/calibration/search.h"
#include "qpu/timing/parameters.h"

namespace {

using calibration::BenchChip;
using calibration::Constants;
using calibration::error_of;
using calibration::Model;
using calibration::Point;
using calibration::program_of;
using calibration::Ratios;
using calibration::SearchOptions;
using calibration::Variant;
namespace timing = quadcl::qpu::timing;

void print_constants(const Constants& constants) {
  for (const auto& [name, value] : constants) std::printf(" %s=%.4g", name.c_str(), value);
  std::printf("\n");
}

void print_residuals(const Model& model, const Ratios& ratios, const std::string& only = {}) {
  double sum = 0, logs = 0, largest = 0;
  int count = 0, beyond = 0;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    if (!only.empty() && program_of(model.points()[i]) != only) continue;
    std::printf("%-24s %5.2f\n", model.points()[i].name.c_str(), ratios[i]);
    const double off = std::abs(ratios[i] - 1);
    sum += off, logs += std::abs(std::log(ratios[i])), largest = std::max(largest, off), beyond += off > 0.15,
                                                       ++count;
  }
  std::printf("%d points: mean %.1f %%, geometric %.1f %%, largest %.1f %%, %d beyond 15 %%\n", count,
              100 * sum / count, 100 * (std::exp(logs / count) - 1), 100 * largest, beyond);
}

/// How the ratios change if a constant is larger by a tenth, or by one if it counts something.
void print_sensitivity(Model& model, const Constants& constants) {
  std::vector<Variant> variants{{constants}};
  for (const auto& [name, value] : constants) {
    variants.push_back({constants});
    variants.back().constants[name] = calibration::stepped(name, value, 0.1, 1);
  }
  const std::vector<Ratios> ratios = model.ratios(variants);
  std::size_t variant = 0;
  for (const auto& [name, value] : constants) {
    ++variant;
    std::vector<std::pair<double, std::string>> moved;
    for (std::size_t i = 0; i < ratios[0].size(); ++i) {
      moved.emplace_back(ratios[variant][i] / ratios[0][i] - 1, model.points()[i].name);
    }
    std::sort(moved.begin(), moved.end(),
              [](const auto& a, const auto& b) { return std::abs(a.first) > std::abs(b.first); });
    std::printf("%-18s %g -> %g:", name.c_str(), value, variants[variant].constants.at(name));
    for (std::size_t i = 0; i < std::min<std::size_t>(4, moved.size()); ++i) {
      std::printf(" %s %+.1f %%;", moved[i].second.c_str(), 100 * moved[i].first);
    }
    std::printf(" error %.2f -> %.2f %%\n", 100 * std::sqrt(error_of(model.points(), ratios[0])),
                100 * std::sqrt(error_of(model.points(), ratios[variant])));
  }
}

/// By how much the longest time of each point exceeds its shortest.
void print_spread(const Model& model, const std::vector<Ratios>& runs) {
  for (std::size_t i = 0; i < model.points().size(); ++i) {
    double least = runs[0][i], most = runs[0][i];
    for (const auto& run : runs) least = std::min(least, run[i]), most = std::max(most, run[i]);
    std::printf("%-24s %5.1f %%\n", model.points()[i].name.c_str(), 100 * (most / least - 1));
  }
}

/// How much times depend on which QPU runs which program.
void print_orders(Model& model, const Constants& constants, unsigned orders) {
  std::vector<Variant> variants;
  for (unsigned order = 0; order < orders; ++order) variants.push_back({constants, order});
  const std::vector<Ratios> runs = model.ratios(variants);
  std::printf("\nlongest over shortest time in %u orders of programs over QPUs:\n", orders);
  print_spread(model, runs);
}

/// The largest changes of each time, up and down, when the clock gets 1 % faster.
void print_clock_steps(Model& model, const Constants& constants, unsigned steps) {
  std::vector<Variant> variants;
  for (unsigned step = 0; step <= steps; ++step) variants.push_back({constants, 0, std::pow(1.01, step)});
  const std::vector<Ratios> runs = model.ratios(variants);
  std::printf("\ntime by a clock 1 %% faster, %u times:\n", steps);
  for (std::size_t i = 0; i < model.points().size(); ++i) {
    double least = 0, most = -1;
    for (unsigned step = 0; step < steps; ++step) {
      const double change = runs[step + 1][i] / runs[step][i] - 1;
      least = std::min(least, change), most = std::max(most, change);
    }
    std::printf("%-24s %+5.2f to %+5.2f %%\n", model.points()[i].name.c_str(), 100 * least, 100 * most);
  }
}

void cross_validate(Model& model, const Constants& constants, SearchOptions options) {
  std::set<std::string> programs;
  for (const Point& point : model.points()) programs.insert(program_of(point));
  for (const std::string& program : programs) {
    options.without = program;
    const Constants found = calibration::search(model, constants, options);
    std::printf("\nwithout %s:", program.c_str());
    print_constants(found);
    print_residuals(model, model.ratios(found), program);
    std::fflush(stdout);
  }
}

/// The constants to search, with the values where the search starts: those of --set, else of the table.
Constants starting_values(const std::vector<std::string>& names) {
  Constants constants;
  for (const std::string& name : names) {
    bool found = false;
    for (const timing::ParameterInfo& row : timing::parameter_table()) {
      if (row.name == name) constants[name] = row.value[0], found = true;
    }
    if (!found) throw std::runtime_error("no constant is called " + name);
  }
  for (const auto& [name, value] : BenchChip::overrides.constants) {
    if (constants.count(name) > 0) constants[name] = value;
  }
  return constants;
}

std::vector<Point> selected_points(const std::string& list, const std::vector<std::string>& names) {
  std::vector<Point> points;
  for (Point& point : calibration::all_points(list)) {
    if (calibration::selected(point.name, names)) points.push_back(std::move(point));
  }
  if (points.empty()) throw std::runtime_error("no point has such a name");
  return points;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Fits the constants of the model of QPU time to measurements of real chips"};
  std::vector<std::string> names,
      constants{"uniform_line",   "uniform_miss", "tmu_lane",          "tmu_lines",
                "tmu_requests",   "l2c_line",     "system_l2_latency", "system_l2_line",
                "system_l2_fill", "sdram_line",   "dma_page"};
  std::vector<std::string> set;
  std::string list;
  SearchOptions search;
  search.progress = true;
  unsigned processes = 1, orders = 0, clock_steps = 0;
  bool fitting = false, sensitivity = false;
  int validation_moves = 0;
  app.add_option("names", names, "points, or how their names begin; all if none");
  app.add_option("--jobs", list, "list of programs of others: docs/internals/timing-model.md");
  app.add_option("--constants", constants, "constants to search")->delimiter(',')->capture_default_str();
  app.add_flag("--search", fitting, "search better values of the constants");
  app.add_option("--set", set, "NAME=VALUE: a constant's value at the start")->allow_extra_args(false);
  app.add_option("--step", search.step, "first step of the search, as a share of the value")
      ->capture_default_str();
  app.add_option("--rounds", search.rounds, "rounds, each with half the step")->capture_default_str();
  app.add_flag("--sensitivity", sensitivity, "how the points change with each constant");
  app.add_option(
      "--cross-validate", validation_moves,
      "leave out each program in turn, search with at most this many moves, and print how far off its "
      "points are");
  app.add_option("--orders", orders, "how much time changes over this many orders of programs over QPUs");
  app.add_option("--clock-steps", clock_steps,
                 "how much time changes over this many steps of 1 % of the clock");
  app.add_option("--processes", processes, "processes that run the points")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  for (const std::string& constant : set) {
    if (calibration::set_constant(constant)) continue;
    std::fprintf(stderr, "fit: --set takes NAME=VALUE\n");
    return 2;
  }
  try {
    Model model(selected_points(list, names), processes);
    const Constants start = starting_values(constants);
    const Constants values = fitting ? calibration::search(model, start, search) : start;
    std::printf("constants:");
    print_constants(values);
    print_residuals(model, model.ratios(values));
    std::fflush(stdout);
    if (sensitivity) print_sensitivity(model, values);
    if (orders > 0) print_orders(model, values, orders);
    if (clock_steps > 0) print_clock_steps(model, values, clock_steps);
    search.moves = validation_moves;
    if (validation_moves > 0) cross_validate(model, start, search);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fit: %s\n", error.what());
    return 2;
  }
}
