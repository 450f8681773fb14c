// SPDX-License-Identifier: Apache-2.0
//
// Replays captured launches on two devices in turn, times them and compares their results.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "samples/common/sample.h"
#include "tools/replay/report.h"

namespace {

struct Options {
  std::vector<std::filesystem::path> folders;
  replay::Settings settings;
  std::string json;
  bool list = false;
};

void describe(CLI::App& app, Options& options) {
  replay::Settings& settings = options.settings;
  app.add_option("folders", options.folders, "captures");
  app.add_flag("--list", options.list, "list the devices");
  app.add_option("--device", settings.devices,
                 "two devices, numbers that --list prints; ratios are the first's "
                 "times as multiples of the second's. 1+-cl-opt-disable is device 1 with a build option")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--rounds", settings.rounds,
                 "rounds in which both are timed in turn (default 5); 0: only compare")
      ->check(CLI::Range(0, 1000));
  app.add_option("--seconds", settings.seconds, "time of the launches of a device in a round (default 0.05)")
      ->check(CLI::Range(0.0, 1000.0));
  app.add_option(
      "--tolerance", settings.tolerance,
      "differences of floating-point numbers that count as equal, as parts of the largest number that "
      "the kernel wrote (default 1e-4)");
  app.add_option("--limit", settings.limit, "seconds for one capture (default 300)");
  app.add_option("--json", options.json, "write all times to this file");
}

/// The longest name, which aligns the lines.
std::size_t width_of(const std::vector<std::filesystem::path>& folders) {
  std::size_t width = 0;
  for (const auto& folder : folders) width = std::max(width, folder.filename().string().size());
  return width;
}

int run(const Options& options) {
  if (options.list) {
    sample::print_devices(sample::compiles_opencl_c);
    return 0;
  }
  if (options.folders.empty()) throw std::runtime_error("name a capture");
  if (options.settings.devices.size() != 2) throw std::runtime_error("name two devices with --device");
  std::vector<replay::Outcome> outcomes;
  for (const auto& folder : options.folders) {
    outcomes.push_back(replay::race(folder, options.settings));
    replay::print_line(outcomes.back(), width_of(options.folders));
  }
  replay::print_summary(outcomes);
  if (!options.json.empty()) {
    std::ofstream file(options.json);
    file << replay::to_json(outcomes);
    file.close();
    if (!file) throw std::runtime_error("cannot write " + options.json);
  }
  return std::all_of(outcomes.begin(), outcomes.end(), [](const auto& outcome) { return outcome.good(); })
             ? 0
             : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Replays captured launches of kernels on two devices in turn. Exit status 0: all agree."};
  Options options;
  describe(app, options);
  CLI11_PARSE(app, argc, argv);
  return sample::report_errors("replay", [&] { return run(options); });
}
