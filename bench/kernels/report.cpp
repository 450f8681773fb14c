// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/report.h"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/median.h"
#include "samples/common/sample.h"

namespace kernel_bench {
namespace {

/// Letters for the contestants' columns, since names of devices are long.
std::string letter(std::size_t contestant) { return std::string(1, static_cast<char>('A' + contestant)); }

std::string ratio_text(double ratio) {
  return std::isnan(ratio) ? "-" : sample::fixed(ratio, ratio < 10 ? 2 : 1);
}

double mean_ratio(const Report& report, std::size_t contestant, std::size_t baseline) {
  std::vector<double> ratios;
  for (const Result& result : report.results)
    ratios.push_back(median_ratio(result.scores[contestant], result.scores[baseline]));
  return bench::geometric_mean(ratios);
}

void print_times(const Report& report) {
  std::vector<std::string> header{"kernel", "size"};
  for (std::size_t i = 0; i < report.contestants.size(); ++i) header.push_back(letter(i));
  sample::Table table(header);
  for (const Result& result : report.results) {
    std::vector<std::string> row{result.benchmark->name, std::to_string(result.size)};
    for (const Score& score : result.scores) {
      const bool timed = score.passed() && !score.seconds.empty();
      row.push_back(timed            ? sample::with_unit(bench::median(score.seconds))
                    : score.passed() ? "passed"
                                     : "FAILED");
    }
    table.add(row);
  }
  table.print();
}

void print_ratios(const Report& report, std::size_t baseline) {
  std::printf("\nTime as a multiple of that of %s; below 1 is faster\n", letter(baseline).c_str());
  std::vector<std::string> header{"kernel"};
  for (std::size_t i = 0; i < report.contestants.size(); ++i) header.push_back(letter(i));
  sample::Table table(header);
  for (const Result& result : report.results) {
    std::vector<std::string> row{result.benchmark->name};
    for (const Score& score : result.scores)
      row.push_back(ratio_text(median_ratio(score, result.scores[baseline])));
    table.add(row);
  }
  std::vector<std::string> means{"geometric mean"};
  for (std::size_t i = 0; i < report.contestants.size(); ++i)
    means.push_back(ratio_text(mean_ratio(report, i, baseline)));
  table.add(means);
  table.print();
}

void print_problems(const Report& report) {
  for (const Result& result : report.results) {
    for (std::size_t i = 0; i < result.scores.size(); ++i) {
      if (result.scores[i].passed()) continue;
      std::printf("\nFAILED: %s on %s: %s\n", result.benchmark->name, report.contestants[i].c_str(),
                  result.scores[i].problem.c_str());
    }
  }
}

}  // namespace

void print_text(const Report& report, const std::vector<std::size_t>& baselines) {
  for (std::size_t i = 0; i < report.contestants.size(); ++i)
    std::printf("  %s  %s\n", letter(i).c_str(), report.contestants[i].c_str());
  std::printf("\nMedian times on this computer, from the first enqueue to the end of the last command\n");
  print_times(report);
  for (const std::size_t baseline : baselines) print_ratios(report, baseline);
  print_problems(report);
}

std::string to_json(const Report& report) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const Result& result : report.results) {
    nlohmann::ordered_json scores = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < result.scores.size(); ++i) {
      scores.push_back({{"contestant", report.contestants[i]},
                        {"passed", result.scores[i].passed()},
                        {"problem", result.scores[i].problem},
                        {"seconds", result.scores[i].seconds}});
    }
    results.push_back({{"kernel", result.benchmark->name},
                       {"size", result.size},
                       {"unit", result.benchmark->unit},
                       {"scores", scores}});
  }
  const nlohmann::ordered_json whole{{"contestants", report.contestants}, {"results", results}};
  // A build log may hold any bytes.
  return whole.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace kernel_bench
