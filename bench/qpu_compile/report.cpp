// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "samples/common/sample.h"

namespace qpu_compile_bench {
namespace {

using Json = nlohmann::ordered_json;

std::string milliseconds(const Score& score) {
  return score.seconds > 0 ? sample::fixed(score.seconds * 1e3, 3) : "-";
}
std::string number(const std::optional<double>& value, int digits) {
  return value ? sample::fixed(*value, digits) : "-";
}
std::string per_cent(const std::optional<double>& value) {
  return value ? sample::fixed(*value * 100, 0) + " %" : "-";
}

/// The shares of the QPUs' time in which they waited, by cause, or had nothing to do.
std::vector<std::pair<double, std::string_view>> waits_of(const Score& score) {
  const double all = quadcl::qpu::kQpus * static_cast<double>(score.total);
  std::vector<std::pair<double, std::string_view>> waits{{static_cast<double>(score.idle) / all, "no work"}};
  for (std::size_t i = 0; i < timing::kStalls; ++i)
    waits.emplace_back(static_cast<double>(score.stalls.by_cause[i]) / all, timing::kStallNames[i]);
  return waits;
}

/// The three largest.
std::string wait_text(const Score& score) {
  if (score.total == 0) return "-";
  auto waits = waits_of(score);
  std::sort(waits.rbegin(), waits.rend());
  std::string text;
  for (std::size_t i = 0; i < 3 && waits[i].first >= 0.02; ++i)
    text += (text.empty() ? "" : ", ") + std::string(waits[i].second) + " " + per_cent(waits[i].first);
  return text.empty() ? "-" : text;
}

void print_table(const Report& report, bool stalls) {
  std::vector<std::string> header{"workload", "size",  "ms",    "instr.", "code",    "peer ms",
                                  "instr.",   "times", "bound", "ms",     "of bound"};
  if (stalls) header.push_back("QPUs waited for");
  sample::Table table(header);
  for (const Result& result : report.results) {
    const Score none, &peer = result.peer ? *result.peer : none;
    std::vector<std::string> row{result.name,
                                 result.size == 0 ? "-" : std::to_string(result.size),
                                 milliseconds(result.own),
                                 std::to_string(result.own.instructions),
                                 std::to_string(result.own.code),
                                 milliseconds(peer),
                                 std::to_string(peer.instructions),
                                 number(result.times_peer(), 2)};
    const bool bounded = !result.bounds.empty();
    row.push_back(bounded ? largest(result.bounds).name : "-");
    row.push_back(bounded ? sample::fixed(largest(result.bounds).seconds * 1e3, 3) : "-");
    row.push_back(per_cent(result.of_bound()));
    if (stalls) row.push_back(wait_text(result.own));
    table.add(row);
  }
  table.print();
}

void print_problems(const Report& report) {
  for (const Result& result : report.results) {
    if (!result.own.ran()) std::printf("%s: %s\n", result.name.c_str(), result.own.problem.c_str());
    if (result.peer && !result.peer->ran())
      std::printf("%s, peer: %s\n", result.name.c_str(), result.peer->problem.c_str());
  }
}

/// Of the values that are there.
class Mean {
 public:
  void add(const std::optional<double>& value) {
    if (!value) return;
    logarithms_ += std::log(*value);
    least_ = count_ == 0 ? *value : std::min(least_, *value);
    ++count_;
  }
  unsigned count() const { return count_; }
  double mean() const { return std::exp(logarithms_ / count_); }
  double least() const { return least_; }

 private:
  double logarithms_ = 0, least_ = 0;
  unsigned count_ = 0;
};

struct Means {
  Mean times_peer, streaming, arithmetic;

  explicit Means(const Report& report) {
    for (const Result& result : report.results) {
      times_peer.add(result.times_peer());
      if (!result.bounds.empty()) (result.of_memory() ? streaming : arithmetic).add(result.of_bound());
    }
  }
};

void print_mean(const char* what, const Mean& mean, double factor, const char* unit) {
  if (mean.count() == 0) return;
  std::printf("%s: geometric mean %.2f%s, least %.2f%s, of %u\n", what, mean.mean() * factor, unit,
              mean.least() * factor, unit, mean.count());
}

Json to_json(const Score& score) {
  if (!score.ran()) return {{"problem", score.problem}};
  Json waits = Json::object();
  for (const auto& [share, cause] : waits_of(score))
    if (share > 0) waits[std::string(cause)] = share;
  return {{"modelled_seconds", score.seconds},
          {"instructions", score.instructions},
          {"code", score.code},
          {"compile_seconds", score.compile_seconds},
          {"waits", waits}};
}

Json to_json(const Result& result) {
  Json json{{"workload", result.name}, {"size", result.size}, {"own", to_json(result.own)}};
  if (result.peer) json["peer"] = to_json(*result.peer);
  if (const auto times = result.times_peer()) json["times_peer"] = *times;
  for (const Bound& bound : result.bounds) json["bounds"][bound.name] = bound.seconds;
  if (const auto share = result.of_bound()) json["of_bound"] = *share;
  return json;
}

}  // namespace

std::optional<double> Result::times_peer() const {
  if (!own.ran() || !peer || !peer->ran()) return {};
  return peer->seconds / own.seconds;
}

std::optional<double> Result::of_bound() const {
  if (!own.ran() || bounds.empty()) return {};
  return largest(bounds).seconds / own.seconds;
}

void print_text(const Report& report, bool stalls) {
  std::printf("modelled times of a %s at %.0f MHz\n", report.board.c_str(), report.mhz);
  print_table(report, stalls);
  print_problems(report);
  const Means means(report);
  print_mean("times as fast as the peer", means.times_peer, 1, "");
  print_mean("of the bound, where memory limits", means.streaming, 100, " %");
  print_mean("of the bound, where arithmetic limits", means.arithmetic, 100, " %");
}

std::string to_json(const Report& report) {
  Json json{{"board", report.board}, {"mhz", report.mhz}, {"time", "modelled"}};
  for (const Result& result : report.results) json["results"].push_back(to_json(result));
  const Means means(report);
  for (const auto& [name, mean] : {std::pair{"times_peer", means.times_peer},
                                   {"memory_of_bound", means.streaming},
                                   {"arithmetic_of_bound", means.arithmetic}})
    if (mean.count() > 0)
      json["means"][name] = {{"mean", mean.mean()}, {"least", mean.least()}, {"count", mean.count()}};
  return json.dump(1) + "\n";
}

}  // namespace qpu_compile_bench
