// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/median.h"
#include "samples/common/sample.h"

namespace replay {
namespace {

constexpr double kSlow = 1.2;
constexpr std::size_t kWorst = 10;

std::string verdict(const Outcome& outcome) {
  if (!outcome.problem.empty()) return "FAILED: " + outcome.problem;
  if (!outcome.difference.empty()) return "DIFFERS: " + outcome.difference;
  if (!outcome.wrote) return "same; nothing was written";
  if (outcome.largest_difference == 0) return "same";
  char text[64];
  std::snprintf(text, sizeof text, "within %.1e", outcome.largest_difference);
  return text;
}

}  // namespace

void print_line(const Outcome& outcome, std::size_t width) {
  const auto time = [&](std::size_t device) {
    return sample::with_unit(bench::median(outcome.seconds[device]));
  };
  std::printf("%-*s %10s %10s %6s  %s\n", static_cast<int>(width), outcome.name.c_str(), time(0).c_str(),
              time(1).c_str(), sample::fixed(outcome.ratio(), 2).c_str(), verdict(outcome).c_str());
  std::fflush(stdout);
}

void print_summary(const std::vector<Outcome>& outcomes) {
  std::vector<const Outcome*> timed;
  std::vector<double> ratios;
  std::size_t good = 0;
  for (const Outcome& outcome : outcomes) {
    good += outcome.good() ? 1 : 0;
    if (std::isnan(outcome.ratio())) continue;
    timed.push_back(&outcome);
    ratios.push_back(outcome.ratio());
  }
  std::printf("\n%zu of %zu captures agree\n", good, outcomes.size());
  if (timed.empty()) return;
  std::sort(timed.begin(), timed.end(), [](auto* a, auto* b) { return a->ratio() > b->ratio(); });
  const auto slow = std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio > kSlow; });
  std::printf("geometric mean %s of %zu, %td above %s; slowest:\n",
              sample::fixed(bench::geometric_mean(ratios), 2).c_str(), ratios.size(), slow,
              sample::fixed(kSlow, 1).c_str());
  for (std::size_t i = 0; i < std::min(kWorst, timed.size()); ++i)
    std::printf("  %s %s\n", sample::fixed(timed[i]->ratio(), 2).c_str(), timed[i]->name.c_str());
}

std::string to_json(const std::vector<Outcome>& outcomes) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Outcome& outcome : outcomes) {
    all.push_back({{"name", outcome.name},
                   {"seconds", outcome.seconds},
                   {"ratio", outcome.ratio()},
                   {"good", outcome.good()},
                   {"verdict", verdict(outcome)}});
  }
  return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace replay
