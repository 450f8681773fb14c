// SPDX-License-Identifier: Apache-2.0

// Searches the model's constants over all points at once, says how far each point is off and what it depends
// on, and what a program's points would be if the constants were found without it (docs/timing-model.md).

#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/calibration/all_points.h"
#include "bench/calibration/bench_chip.h"
#include "qpu/timing/parameters.h"

namespace {

using calibration::BenchChip;
using calibration::Point;
namespace timing = quadcl::qpu::timing;

using Constants = std::map<std::string, double>;

/// "fft" of "fft-12": points of one program.
std::string program_of(const Point& point) { return point.name.substr(0, point.name.find('-')); }

/// Time that the model says, over the measured one; a rate the other way round. 0: it could not be run.
double time_ratio(const Point& point) {
  try {
    const double ratio = point.model() / point.measured;
    return point.unit == "MB/s" || point.unit.empty() ? 1 / ratio : ratio;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fit: %s: %s\n", point.name.c_str(), error.what());
    return 0;
  }
}

/// Runs all points in so many processes.
class Model {
 public:
  Model(std::vector<Point> points, unsigned processes)
      : points_(std::move(points)), set_(BenchChip::overrides.constants), processes_(processes) {}

  const std::vector<Point>& points() const { return points_; }
  /// By point.
  std::vector<double> ratios(const Constants& constants) const;

 private:
  std::vector<Point> points_;
  std::vector<std::pair<std::string, double>> set_;  ///< for all runs
  unsigned processes_;
};

std::vector<double> Model::ratios(const Constants& constants) const {
  auto& overrides = BenchChip::overrides.constants;
  overrides = set_;
  overrides.insert(overrides.end(), constants.begin(), constants.end());
  std::vector<double> ratios(points_.size());
  std::vector<int> pipes;
  for (unsigned process = 0; process < processes_; ++process) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process");
    if (child == 0) {
      for (std::size_t i = process; i < points_.size(); i += processes_) {
        const double ratio = time_ratio(points_[i]);
        if (write(ends[1], &ratio, sizeof ratio) != sizeof ratio) _exit(1);
      }
      _exit(0);
    }
    close(ends[1]);
    pipes.push_back(ends[0]);
  }
  for (unsigned process = 0; process < processes_; ++process) {
    for (std::size_t i = process; i < points_.size(); i += processes_) {
      if (read(pipes[process], &ratios[i], sizeof ratios[i]) != sizeof ratios[i]) ratios[i] = 0;
    }
    close(pipes[process]);
    wait(nullptr);
  }
  if (std::count(ratios.begin(), ratios.end(), 0.0) > 0) throw std::runtime_error("a point could not be run");
  return ratios;
}

/// Mean square of the logarithm of the ratio. Each program counts once, however many points it has.
double error_of(const std::vector<Point>& points, const std::vector<double>& ratios,
                const std::string& without = {}) {
  std::map<std::string, std::pair<double, int>> programs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string program = program_of(points[i]);
    if (program == without) continue;
    programs[program].first += std::pow(std::log(ratios[i]), 2);
    ++programs[program].second;
  }
  double sum = 0;
  for (const auto& [name, entry] : programs) sum += entry.first / entry.second;
  return sum / static_cast<double>(programs.size());
}

bool is_whole(const std::string& constant) {
  for (const timing::ParameterInfo& row : timing::parameter_table()) {
    if (row.name == constant) return row.unit == timing::Unit::number || row.unit == timing::Unit::bytes;
  }
  return false;
}

double stepped(const std::string& constant, double value, double step, int direction) {
  if (is_whole(constant)) return std::max(1.0, value + direction);
  return direction > 0 ? value * (1 + step) : value / (1 + step);
}

/// One constant after the other goes up or down while that helps; then the step is halved.
Constants search(const Model& model, Constants best, double step, int rounds,
                 const std::string& without = {}) {
  double least = error_of(model.points(), model.ratios(best), without);
  for (int round = 0; round < rounds; ++round, step /= 2) {
    for (const auto& [name, start] : Constants(best)) {
      for (const int direction : {1, -1}) {
        bool moved = false;
        for (;;) {
          Constants tried = best;
          tried[name] = stepped(name, best[name], step, direction);
          const double error = error_of(model.points(), model.ratios(tried), without);
          if (error >= least * 0.999) break;
          best = tried, least = error, moved = true;
          std::fprintf(stderr, "  %s = %.4g: %.2f %%\n", name.c_str(), best[name], 100 * std::sqrt(least));
        }
        if (moved) break;
      }
    }
  }
  return best;
}

void print_constants(const Constants& constants) {
  for (const auto& [name, value] : constants) std::printf(" %s=%.4g", name.c_str(), value);
  std::printf("\n");
}

void print_residuals(const Model& model, const std::vector<double>& ratios, const std::string& only = {}) {
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

/// How the ratios change if a constant is a tenth larger, or one larger.
void print_sensitivity(const Model& model, const Constants& constants) {
  const std::vector<double> base = model.ratios(constants);
  for (const auto& [name, value] : constants) {
    Constants changed = constants;
    changed[name] = stepped(name, value, 0.1, 1);
    const std::vector<double> ratios = model.ratios(changed);
    std::vector<std::pair<double, std::string>> moved;
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      moved.emplace_back(ratios[i] / base[i] - 1, model.points()[i].name);
    }
    std::sort(moved.begin(), moved.end(),
              [](const auto& a, const auto& b) { return std::abs(a.first) > std::abs(b.first); });
    std::printf("%-18s %g -> %g:", name.c_str(), value, changed[name]);
    for (std::size_t i = 0; i < std::min<std::size_t>(4, moved.size()); ++i) {
      std::printf(" %s %+.1f %%;", moved[i].second.c_str(), 100 * moved[i].first);
    }
    std::printf(" error %.2f -> %.2f %%\n", 100 * std::sqrt(error_of(model.points(), base)),
                100 * std::sqrt(error_of(model.points(), ratios)));
  }
}

/// How much more the longest of these times is than the shortest.
void print_spread(const Model& model, const std::vector<std::vector<double>>& runs) {
  for (std::size_t i = 0; i < model.points().size(); ++i) {
    double least = runs[0][i], most = runs[0][i];
    for (const auto& run : runs) least = std::min(least, run[i]), most = std::max(most, run[i]);
    std::printf("%-24s %5.1f %%\n", model.points()[i].name.c_str(), 100 * (most / least - 1));
  }
}

/// How much time moves with the order of programs over QPUs.
void print_orders(const Model& model, const Constants& constants, unsigned orders) {
  std::vector<std::vector<double>> runs;
  for (unsigned order = 0; order < orders; ++order) {
    BenchChip::overrides.order = order;
    runs.push_back(model.ratios(constants));
  }
  BenchChip::overrides.order = 0;
  std::printf("\nlongest over shortest time in %u orders of programs over QPUs:\n", orders);
  print_spread(model, runs);
}

/// The largest changes, up and down, from a clock to one faster by 1 %.
void print_clock_steps(const Model& model, const Constants& constants, unsigned steps) {
  std::vector<std::vector<double>> runs;
  for (unsigned step = 0; step <= steps; ++step) {
    BenchChip::overrides.clock_factor = std::pow(1.01, step);
    runs.push_back(model.ratios(constants));
  }
  BenchChip::overrides.clock_factor = 1;
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

void cross_validate(const Model& model, const Constants& constants, double step, int rounds) {
  std::set<std::string> programs;
  for (const Point& point : model.points()) programs.insert(program_of(point));
  for (const std::string& program : programs) {
    const Constants found = search(model, constants, step, rounds, program);
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
    if (!found) throw std::runtime_error("no constant " + name);
  }
  for (const auto& [name, value] : BenchChip::overrides.constants) {
    if (constants.count(name) > 0) constants[name] = value;
  }
  return constants;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Fits the constants of the model of QPU time to measurements of real chips"};
  std::vector<std::string> names,
      constants{"uniform_line",   "tmu_lines",      "l2c_line", "system_l2_latency",
                "system_l2_line", "system_l2_fill", "dma_page"};
  std::vector<std::string> set;
  std::string list;
  double step = 0.2;
  int rounds = 2;
  unsigned processes = 1, orders = 0, clock_steps = 0;
  bool fitting = false, sensitivity = false, validate = false;
  app.add_option("names", names, "points, or how their names begin; all if none");
  app.add_option("--jobs", list, "list of programs of others: docs/timing-model.md");
  app.add_option("--constants", constants, "constants to search")->delimiter(',')->capture_default_str();
  app.add_flag("--search", fitting, "search better values; without it, the constants keep theirs");
  app.add_option("--set", set, "NAME=VALUE: a constant's value at the start")->allow_extra_args(false);
  app.add_option("--step", step, "first step of the search, as a share of the value")->capture_default_str();
  app.add_option("--rounds", rounds, "rounds, each with half the step")->capture_default_str();
  app.add_flag("--sensitivity", sensitivity, "how the points change with each constant");
  app.add_flag("--cross-validate", validate,
               "search once without each program, and print how far off its points then are");
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
    std::vector<Point> points;
    for (Point& point : calibration::all_points(list)) {
      if (calibration::selected(point.name, names)) points.push_back(std::move(point));
    }
    if (points.empty()) throw std::runtime_error("no point of that name");
    const Model model(std::move(points), processes);
    Constants values = starting_values(constants);
    if (fitting) values = search(model, values, step, rounds);
    std::printf("constants:");
    print_constants(values);
    print_residuals(model, model.ratios(values));
    if (sensitivity) print_sensitivity(model, values);
    if (orders > 0) print_orders(model, values, orders);
    if (clock_steps > 0) print_clock_steps(model, values, clock_steps);
    if (validate) cross_validate(model, values, step, rounds);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fit: %s\n", error.what());
    return 2;
  }
}
