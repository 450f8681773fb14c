// SPDX-License-Identifier: Apache-2.0
#include "bench/passes/timing.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/median.h"

namespace passes_bench {
namespace {

using Ratios = std::map<std::string, double>;
using nlohmann::json;

/// A file of reports that is removed with it.
class Report {
 public:
  Report()
      : path_(std::filesystem::temp_directory_path() / ("passes-" + std::to_string(getpid()) + ".json")) {}
  ~Report() { std::filesystem::remove(path_); }
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  const std::filesystem::path& path() const { return path_; }
  json read() const { return json::parse(std::ifstream(path_)); }

 private:
  std::filesystem::path path_;
};

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

/// The report of a command that prints it to a file.
json report_of(const Timing& timing, unsigned rounds, const std::vector<std::string>& words) {
  const Report report;
  std::string command = timing.prefix;
  for (const std::string& word : words) command += " " + quoted(word);
  command += " --rounds " + std::to_string(rounds) + " --json " + quoted(report.path()) + " >/dev/null";
  // It may fail for one program of many.
  const int status = std::system(command.c_str());
  if (!std::filesystem::exists(report.path()))
    throw std::runtime_error("status " + std::to_string(status) + ":" + command);
  return report.read();
}

/// To the user: a failure is no reason to end, but none to stay silent either.
void complain(const std::string& program, const std::string& pass, const std::string& problem) {
  if (!problem.empty()) std::cerr << program << " without " << pass << ": " << problem << '\n';
}

std::string without(const std::string& pass, const Timing& timing) {
  return timing.device + "+-quadcl-without=" + pass;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

/// kernel_bench's contestants are plain C++, the device with the pass, and the device without it.
void time_benchmarks(const std::vector<std::string>& names, const std::string& pass, const Timing& timing,
                     unsigned rounds, Ratios& ratios) {
  if (names.empty()) return;
  const json report = report_of(timing, rounds,
                                {QUADCL_KERNEL_BENCH, "--device", timing.device + "," + without(pass, timing),
                                 "--size", timing.size, "--kernel", joined(names)});
  for (const json& result : report.at("results")) {
    const json& scores = result.at("scores");
    const auto seconds = [&](std::size_t contestant) {
      return scores[contestant].at("seconds").get<std::vector<double>>();
    };
    for (const json& score : scores) complain(result.at("kernel"), pass, score.at("problem"));
    const double ratio = bench::median_ratio(seconds(2), seconds(1));
    if (!std::isnan(ratio)) ratios[result.at("kernel")] = ratio;
  }
}

void time_captures(const std::vector<std::string>& folders, const std::string& pass, const Timing& timing,
                   unsigned rounds, Ratios& ratios) {
  if (folders.empty()) return;
  std::vector<std::string> words{QUADCL_REPLAY, "--device", without(pass, timing) + "," + timing.device,
                                 "--seconds", "0.02"};
  words.insert(words.end(), folders.begin(), folders.end());
  const json report = report_of(timing, rounds, words);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const json& row = report.at(i);
    if (!row.at("good").get<bool>()) complain(folders[i], pass, row.at("verdict"));
    // NaN is null in JSON.
    if (row.at("ratio").is_number()) ratios[folders[i]] = row.at("ratio").get<double>();
  }
}

Ratios time_once(const std::vector<Program>& programs, const std::string& pass, const Timing& timing,
                 unsigned rounds) {
  std::map<Kind, std::vector<std::string>> names;
  for (const Program& program : programs) names[program.kind].push_back(program.name);
  Ratios ratios;
  time_benchmarks(names[Kind::benchmark], pass, timing, rounds, ratios);
  time_captures(names[Kind::capture], pass, timing, rounds, ratios);
  return ratios;
}

/// The one that is nearer to 1; 1 if they contradict each other.
double smaller_move(double one, double other) {
  if ((one > 1) != (other > 1)) return 1;
  return std::abs(std::log(one)) < std::abs(std::log(other)) ? one : other;
}

}  // namespace

Ratios time_ratios(const std::vector<Program>& programs, const std::string& pass, const Timing& timing) {
  constexpr double kDoubtful = 0.01;
  constexpr unsigned kFirstRounds = 3;
  Ratios ratios = time_once(programs, pass, timing, std::min(kFirstRounds, timing.rounds));
  std::vector<Program> again;
  for (const Program& program : programs)
    if (ratios.contains(program.name) && std::abs(std::log(ratios[program.name])) > kDoubtful)
      again.push_back(program);
  for (const auto& [name, ratio] : time_once(again, pass, timing, timing.rounds))
    ratios[name] = smaller_move(ratios[name], ratio);
  return ratios;
}

}  // namespace passes_bench
