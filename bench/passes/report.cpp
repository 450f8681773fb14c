// SPDX-License-Identifier: Apache-2.0
#include "bench/passes/report.h"

#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace passes_bench {
namespace {

constexpr double kProgramMoves = 0.02, kMeanMoves = 0.002;

std::size_t count(const std::vector<Program>& programs, Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(programs.begin(), programs.end(), [&](auto& program) { return program.kind == kind; }));
}

/// Over the programs of a kind; those without a ratio have 1.
double mean(const std::map<std::string, double>& ratios, const std::vector<Program>& programs, Kind kind) {
  double sum = 0;
  for (const Program& program : programs)
    if (const auto found = ratios.find(program.name); program.kind == kind && found != ratios.end())
      sum += std::log(found->second);
  const std::size_t all = count(programs, kind);
  return all > 0 ? std::exp(sum / static_cast<double>(all)) : 1;
}

/// Captures have paths that end with the kernel's name, a dash, and what tells its captures apart.
std::string short_name(const std::string& name) {
  const std::string file = std::filesystem::path(name).filename();
  return file.substr(0, file.find('-'));
}

std::string text_of(const Extreme& extreme) {
  if (extreme.name.empty()) return "-";
  return llvm::formatv("{0:f3} {1}", extreme.ratio, short_name(extreme.name));
}

}  // namespace

Summary summary_of(const Effect& effect, const std::vector<Program>& programs) {
  Summary summary;
  for (const auto& [name, ratio] : effect.times) {
    summary.slower += ratio >= 1 + kProgramMoves;
    summary.faster += ratio <= 1 - kProgramMoves;
    if (summary.slowest.name.empty() || ratio > summary.slowest.ratio) summary.slowest = {name, ratio};
    if (summary.fastest.name.empty() || ratio < summary.fastest.ratio) summary.fastest = {name, ratio};
  }
  summary.stays = summary.slower > 0;
  double sizes = 0;
  for (const Kind kind : {Kind::benchmark, Kind::capture}) {
    summary.means[kind] = mean(effect.times, programs, kind);
    summary.stays |= summary.means[kind] >= 1 + kMeanMoves;
    sizes += std::log(mean(effect.sizes, programs, kind)) * static_cast<double>(count(programs, kind));
  }
  summary.size = std::exp(sizes / static_cast<double>(programs.size()));
  return summary;
}

void print_head(const std::vector<Program>& programs) {
  std::printf("%zu benchmarks, %zu captures. Without the pass by with it:\n",
              count(programs, Kind::benchmark), count(programs, Kind::capture));
  std::printf("%-34s %7s %8s %6s %6s %10s %8s %6s %6s  %-28s %s\n", "pass", "changes", "programs", "slower",
              "faster", "benchmarks", "captures", "size", "stays", "slowest", "fastest");
}

void print_row(const Effect& effect, const Summary& summary) {
  std::printf("%-34s %7u %8zu %6u %6u %10.4f %8.4f %6.3f %6s  %-28s %s\n", effect.pass.c_str(),
              effect.changes, effect.sizes.size(), summary.slower, summary.faster,
              summary.means.at(Kind::benchmark), summary.means.at(Kind::capture), summary.size,
              summary.stays ? "yes" : "no", text_of(summary.slowest).c_str(),
              text_of(summary.fastest).c_str());
  std::fflush(stdout);
}

std::string to_csv(const std::vector<Effect>& effects, const std::vector<Program>& programs) {
  std::string rows =
      "pass,changes,programs with other code,slower without "
      "it,faster,benchmarks,captures,code,slowest,fastest,"
      "stays\n";
  for (const Effect& effect : effects) {
    const Summary summary = summary_of(effect, programs);
    rows += llvm::formatv("{0},{1},{2},{3},{4},{5:f4},{6:f4},{7:f3},{8},{9},{10}\n", effect.pass,
                          effect.changes, effect.sizes.size(), summary.slower, summary.faster,
                          summary.means.at(Kind::benchmark), summary.means.at(Kind::capture), summary.size,
                          text_of(summary.slowest), text_of(summary.fastest), summary.stays ? "yes" : "no")
                .str();
  }
  return rows;
}

}  // namespace passes_bench
