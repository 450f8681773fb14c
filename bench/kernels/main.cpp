// SPDX-License-Identifier: Apache-2.0
//
// Standard kernels on every device that the OpenCL loader offers, beside the same computation in plain C++.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bench/kernels/report.h"
#include "samples/common/sample.h"

namespace kernel_bench {
namespace {

struct Options {
  std::vector<std::string> devices;
  std::vector<std::string> kernels;
  std::vector<std::string> baselines{"plain"};
  std::string folder = QUADCL_KERNEL_FOLDER;
  std::string json, svg;
  Size size = Size::full;
  bool quick = false, list = false;
  unsigned rounds = 7;
};

void describe(CLI::App& app, Options& options) {
  const std::map<std::string, Size> sizes{
      {"large", Size::large}, {"full", Size::full}, {"quick", Size::quick}, {"tiny", Size::tiny}};
  app.add_flag("--list", options.list, "list the devices and the kernels");
  app.add_option(
         "--device", options.devices,
         "run on these devices only; numbers that --list prints. 1:4 is device 1 with 4 of its "
         "compute units, 1:1x4 runs 4 copies at the same time, each with one compute unit; 1+-cl-opt-disable "
         "is device 1 with a build option")
      ->delimiter(',');
  app.add_option("--kernel", options.kernels, "run these kernels only; names that --list prints")
      ->delimiter(',');
  auto* size = app.add_option("--size", options.size, "large (for many cores), full (default), quick or tiny")
                   ->transform(CLI::CheckedTransformer(sizes, CLI::ignore_case).description(""));
  app.add_flag("--quick", options.quick, "the same as --size quick")->excludes(size);
  app.add_option("--rounds", options.rounds,
                 "number of rounds in which all are timed in turn (default 7); 0: only check results")
      ->check(CLI::Range(0, 1000));
  app.add_option(
         "--baseline", options.baselines,
         "baselines of the ratios: 'plain' (default), a device as --device has it, or several; the chart "
         "uses the first")
      ->delimiter(',');
  app.add_option("--json", options.json, "write all times to this file");
  app.add_option("--svg", options.svg, "write a chart to this file");
  app.add_option("--kernels", options.folder, "the folder of the .cl files")->check(CLI::ExistingDirectory);
}

void list(const std::vector<std::string>& devices) {
  for (std::size_t i = 0; i < devices.size(); ++i) std::printf("%zu  %s\n", i, devices[i].c_str());
  sample::Table table({"kernel", "large", "full", "quick", "tiny", "counts", "what"});
  for (const Benchmark& benchmark : all_benchmarks()) {
    std::vector<std::string> row{benchmark.name};
    for (const std::uint32_t size : benchmark.sizes) row.push_back(std::to_string(size));
    row.insert(row.end(), {benchmark.unit, benchmark.summary});
    table.add(row);
  }
  table.print();
}

std::vector<const Benchmark*> chosen_benchmarks(const std::vector<std::string>& names) {
  std::vector<const Benchmark*> chosen;
  for (const Benchmark& benchmark : all_benchmarks()) {
    if (names.empty() || std::find(names.begin(), names.end(), benchmark.name) != names.end())
      chosen.push_back(&benchmark);
  }
  for (const std::string& name : names) {
    const bool known =
        std::any_of(chosen.begin(), chosen.end(), [&](auto* row) { return row->name == name; });
    if (!known) throw std::runtime_error("there is no kernel '" + name + "'; --list shows all");
  }
  return chosen;
}

/// Plain C++ first, then the devices.
struct Field {
  Contestants contestants;
  std::vector<std::string> devices;  ///< as --device has them

  /// The position of a baseline that the user named among the contestants.
  std::size_t find(const std::string& baseline) const {
    if (baseline == "plain") return 0;
    const auto device = std::find(devices.begin(), devices.end(), baseline);
    if (device != devices.end()) return 1 + static_cast<std::size_t>(device - devices.begin());
    throw std::runtime_error("there is no baseline '" + baseline +
                             "': neither 'plain' nor a device that runs");
  }
};

/// The number at the start of the text, which loses it.
std::uint32_t take_number(std::string_view& text, const std::string& device) {
  std::uint32_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) throw std::runtime_error("there is no device " + device + "; --list shows all");
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return number;
}

/// True if the text starts with the letter, which it loses.
bool take(std::string_view& text, char letter) {
  const bool has_letter = text.starts_with(letter);
  if (has_letter) text.remove_prefix(1);
  return has_letter;
}

/// N, N:UNITS or N:UNITSxCOPIES, and +OPTIONS of builds.
std::unique_ptr<Contestant> make_contestant(const std::string& device, const std::string& folder) {
  std::string_view text = device;
  const std::uint32_t number = take_number(text, device);
  std::optional<Parts> parts;
  if (take(text, ':')) {
    parts = Parts{take_number(text, device)};
    if (take(text, 'x')) parts->copies = take_number(text, device);
  }
  std::string options;
  if (take(text, '+')) options = std::exchange(text, {});
  if (!text.empty()) throw std::runtime_error("there is no device " + device + "; --list shows all");
  return make_device_contestant(number, parts, {folder, options});
}

Field chosen_field(const Options& options) {
  Field field{{}, options.devices};
  if (field.devices.empty()) {
    const std::size_t count = device_names().size();
    for (std::size_t i = 0; i < count; ++i) field.devices.push_back(std::to_string(i));
  }
  if (field.devices.empty()) throw std::runtime_error("no OpenCL device has a compiler");
  field.contestants.push_back(make_plain_contestant());
  for (const std::string& device : field.devices) {
    if (std::count(field.devices.begin(), field.devices.end(), device) > 1)
      throw std::runtime_error("device " + device + " was named twice");
    field.contestants.push_back(make_contestant(device, options.folder));
  }
  return field;
}

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

bool all_passed(const Report& report) {
  return std::all_of(report.results.begin(), report.results.end(), [](const Result& result) {
    return std::all_of(result.scores.begin(), result.scores.end(),
                       [](const Score& score) { return score.passed(); });
  });
}

Report run(const Field& field, const std::vector<const Benchmark*>& benchmarks, const Options& options) {
  Report report;
  for (const auto& contestant : field.contestants) report.contestants.push_back(contestant->name());
  const Size size = options.quick ? Size::quick : options.size;
  for (const Benchmark* benchmark : benchmarks) {
    sample::ProgressBar bar(benchmark->name, field.contestants.size() * (1 + options.rounds));
    report.results.push_back(measure(*benchmark, benchmark->sizes[static_cast<std::size_t>(size)],
                                     field.contestants, options.rounds, [&] { bar.step(); }));
  }
  return report;
}

int compare(const Options& options) {
  if (options.list) {
    list(device_names());
    return 0;
  }
  const Field field = chosen_field(options);
  std::vector<std::size_t> baselines;
  for (const std::string& baseline : options.baselines) baselines.push_back(field.find(baseline));
  const Report report = run(field, chosen_benchmarks(options.kernels), options);
  print_text(report, options.rounds > 0 ? baselines : std::vector<std::size_t>{});
  write_file(options.json, to_json(report));
  write_file(options.svg, to_svg(report, baselines.front()));
  const bool passed = all_passed(report);
  std::printf("\nresults: %s\n", passed ? "all passed" : "NOT all passed");
  return passed ? 0 : 1;
}

/// OpenMP's threads wait in a loop for more work and slow down the next contestant. libgomp reads the
/// environment before `main`, so the program restarts itself with a setting that makes them sleep. Returns if
/// that is already set, the user chose otherwise, or it fails.
void let_idle_threads_sleep(char** argv) {
  constexpr const char* variable = "OMP_WAIT_POLICY";
  if (std::getenv(variable) != nullptr || setenv(variable, "passive", 0) != 0) return;
  execv("/proc/self/exe", argv);
}

}  // namespace
}  // namespace kernel_bench

int main(int argc, char** argv) {
  kernel_bench::let_idle_threads_sleep(argv);
  CLI::App app{"Times standard kernels on every OpenCL device and in plain C++, and checks every result."};
  kernel_bench::Options options;
  kernel_bench::describe(app, options);
  CLI11_PARSE(app, argc, argv);
  return sample::report_errors("kernel_bench", [&] { return kernel_bench::compare(options); });
}
