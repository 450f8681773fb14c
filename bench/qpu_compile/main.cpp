// SPDX-License-Identifier: Apache-2.0
//
// Kernels compiled for the QPUs, beside the code of VC4C for the same source and beside bounds, on the same
// modelled board.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "bench/kernels/contestant.h"
#include "bench/qpu_compile/captured.h"
#include "bench/qpu_compile/own.h"
#include "bench/qpu_compile/report.h"
#include "bench/qpu_compile/vc4cl.h"
#include "samples/common/sample.h"

namespace qpu_compile_bench {
namespace {

struct Options {
  std::vector<std::string> workloads, captures, peers;

  std::string folder = QUADCL_KERNEL_FOLDER, board = "zero", json, profile, compiler = QUADCL_COMPILER_FILE;
  std::optional<double> clock;
  bool quick = false, list = false, stalls = false;
};

void describe(CLI::App& app, Options& options) {
  app.add_flag("--list", options.list, "list the workloads");
  app.add_option("--workload", options.workloads, "only these; names that --list prints")->delimiter(',');
  app.add_option("--capture", options.captures,
                 "launches that tools/replay captured, instead of the workloads: folders");
  app.add_option(
         "--vc4c", options.peers,
         "the command of the compiler VC4C with its options, such as \"timeout 100 vc4c -O3\"; of several "
         "commands, the one whose code is right and fastest counts. Without it, only our own code runs")
      ->allow_extra_args(false);
  app.add_flag("--quick", options.quick, "small sizes, at which launches count for more");
  app.add_flag("--stalls", options.stalls, "also what the QPUs waited for in our own code");
  app.add_option("--profile", options.profile,
                 "write where the time goes, by instruction, to files in this folder");
  app.add_option("--json", options.json, "write the results to this file, as they come");
  app.add_option("--board", options.board, "pi1, zero (default), pi2 or pi3");
  app.add_option("--clock", options.clock, "clock of the QPUs in MHz, instead of the board's default")
      ->check(CLI::Range(1.0, 1e4));
  app.add_option("--compiler", options.compiler, "libquadcl-compiler.so, instead of that of this build")
      ->check(CLI::ExistingFile);
  app.add_option("--kernels", options.folder, "the folder of the .cl files")->check(CLI::ExistingDirectory);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().empty()) throw std::runtime_error("cannot read " + path);
  return text.str();
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

timing::Parameters parameters_of(const Options& options) {
  const auto board = timing::find_board(options.board);
  if (!board) throw std::runtime_error("there is no board '" + options.board + "': pi1, zero, pi2 or pi3");
  return timing::Parameters(*board, options.clock);
}

std::vector<const Workload*> chosen(const std::vector<std::string>& names) {
  std::vector<const Workload*> chosen;
  for (const Workload& workload : all_workloads())
    if (names.empty() || std::count(names.begin(), names.end(), workload.name) > 0)
      chosen.push_back(&workload);
  for (const std::string& name : names)
    if (std::none_of(chosen.begin(), chosen.end(), [&](auto* row) { return row->name == name; }))
      throw std::runtime_error("there is no workload '" + name + "'; --list shows all");
  return chosen;
}

/// A folder that goes away with its content.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "qpu-compile-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder " + name);
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// An array of the case, and its content after a run.
using Expected = std::vector<std::pair<std::size_t, Array>>;

Array result_of(const Case& a_case) {
  if (a_case.expected) return a_case.expected(a_case.arrays);
  kernel_bench::Arrays arrays = a_case.arrays;
  a_case.plain(arrays);
  return std::move(arrays[a_case.result]);
}

/// What both compilers get.
struct Job {
  Workload workload;
  std::string name, source, options;
  std::uint32_t size;
  Case a_case;
  Expected expected;
};

template <typename Values>
std::string difference(const Values& actual, const Values& expected, const Workload& workload,
                       double tolerance) {
  double largest = 0;
  for (const auto value : expected) largest = std::max(largest, std::abs(static_cast<double>(value)));
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double error = std::abs(static_cast<double>(actual[i]) - static_cast<double>(expected[i]));
    if (error <= tolerance * largest) continue;
    if (wrong++ == 0) first = i;
  }
  if (static_cast<double>(wrong) <= workload.particulars.differing * static_cast<double>(expected.size()))
    return {};
  return "WRONG: " + std::to_string(wrong) + " of " + std::to_string(expected.size()) + " elements; " +
         std::to_string(actual[first]) + " instead of " + std::to_string(expected[first]) + " at " +
         std::to_string(first);
}

void check(Score& score, const Job& job) {
  if (!score.ran()) return;
  const double tolerance = std::max(job.workload.particulars.tolerance, job.a_case.tolerance);
  for (const auto& [number, expected] : job.expected) {
    std::visit(
        [&, number = number](const auto& values) {
          using Values = std::decay_t<decltype(values)>;
          score.problem = difference(std::get<Values>(score.arrays[number]), values, job.workload, tolerance);
        },
        expected);
    score.failed = !score.ran();
    if (score.failed) return;
  }
}

void keep_better(std::optional<Score>& best, Score score) {
  const bool better = !best || (score.ran() && (!best->ran() || score.seconds < best->seconds));
  if (better) best = std::move(score);
}

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options), parameters_(parameters_of(options)) {}

  Result run(const Workload& workload) {
    const std::uint32_t size = options_.quick ? workload.quick : workload.size;
    Job job{workload, workload.name, workload.kernels, workload.options, size, workload.make(size), {}};
    if (workload.is_file()) job.source = read_file(options_.folder + "/" + workload.kernels);
    job.expected.emplace_back(job.a_case.result, result_of(job.a_case));
    return run(job);
  }

  Result run(const std::filesystem::path& folder) {
    try {
      Captured captured = read_captured(folder);
      Job job{kCaptured, captured.name, captured.source, captured.options, 0, std::move(captured.a_case), {}};
      for (std::size_t i = 0; i < captured.expected.size(); ++i)
        job.expected.emplace_back(i, std::move(captured.expected[i]));
      return run(job);
    } catch (const std::runtime_error& error) {
      Result result{.name = folder.filename().string()};
      result.own.problem = error.what();
      return result;
    }
  }

  Report report() const { return {options_.board, parameters_.v3d_mhz(), {}}; }

 private:
  /// Single precision arithmetic in another order, or truncated.
  static constexpr Workload kCaptured{.particulars = {.differing = 0.02, .tolerance = 1e-4}};

  bool profiled() const { return !options_.profile.empty(); }

  Result run(const Job& job) {
    Result result{job.name, job.size};
    bool free_groups = false;
    try {
      free_groups = run_own_code(result, job);
    } catch (const std::runtime_error& error) {
      result.own.problem = error.what();
      result.own.failed = true;
    }
    for (const std::string& command : options_.peers)
      keep_better(result.peer, run_peer(command, job, free_groups));
    return result;
  }

  /// Returns whether the kernels do not care how their NDRange is divided.
  bool run_own_code(Result& result, const Job& job) {
    std::optional<quadcl::ProgramImage> image;
    const double seconds =
        kernel_bench::seconds_of([&] { image = compile(options_.compiler, job.source, job.options); });
    compile_for_launches(options_.compiler, job.source, job.options, job.a_case, *image);
    result.own = run_own(*image, job.a_case, parameters_, profiled());
    result.own.compile_seconds = seconds;
    check(result.own, job);
    write_profile(result.own, job.name, "own");
    if (job.workload.operations != nullptr)
      result.bounds = bounds(job.workload.operations(job.size, job.expected.front().second),
                             traffic_of(job.workload, job.a_case, *image), parameters_);
    return std::none_of(job.a_case.launches.begin(), job.a_case.launches.end(),
                        [&](const auto& launch) { return find_kernel(*image, launch.kernel).sees_groups; });
  }

  Score run_peer(const std::string& command, const Job& job, bool free_groups) {
    Score score;
    Case a_case = job.a_case;
    try {
      use_groups_of(a_case, job.workload.particulars.peer_items);
      if (free_groups)
        for (auto& launch : a_case.launches) launch.local = {};
      Vc4cModule module;
      const double seconds = kernel_bench::seconds_of(
          [&] { module = compile_with_vc4c(command, job.source, job.options, folder_.path()); });
      score = run_vc4cl(module, a_case, parameters_, profiled());
      score.compile_seconds = seconds;
    } catch (const std::runtime_error& error) {
      score.problem = error.what();
    }
    check(score, job);
    write_profile(score, job.name, "vc4c");
    return score;
  }

  /// As many groups of `items` work-items.
  static void use_groups_of(Case& a_case, std::size_t items) {
    if (items == 0) return;
    for (auto& launch : a_case.launches) {
      if (launch.local[0] == 0) continue;  // any groups will do
      launch.global[0] = launch.global[0] / launch.local[0] * items;
      launch.local[0] = items;
    }
  }

  void write_profile(const Score& score, const std::string& name, const std::string& whose) const {
    if (profiled() && !score.profile.empty())
      write_file(options_.profile + "/" + name + "." + whose + ".txt", score.profile);
  }

  const Options& options_;
  timing::Parameters parameters_;
  TemporaryFolder folder_;
};

int list() {
  sample::Table table({"workload", "size", "quick"});
  for (const Workload& workload : all_workloads())
    table.add({workload.name, std::to_string(workload.size), std::to_string(workload.quick)});
  table.print();
  return 0;
}

int run(const Options& options) {
  if (options.list) return list();
  Bench bench(options);
  Report report = bench.report();
  const auto workloads =
      options.captures.empty() ? chosen(options.workloads) : std::vector<const Workload*>();
  sample::ProgressBar progress("workloads", workloads.size() + options.captures.size());
  const auto add = [&](Result result) {
    report.results.push_back(std::move(result));
    if (!options.json.empty()) write_file(options.json, to_json(report));
    progress.step();
  };
  for (const Workload* workload : workloads) add(bench.run(*workload));
  for (const auto& folder : options.captures) add(bench.run(folder));
  progress.finish();
  print_text(report, options.stalls);
  if (options.peers.empty()) std::printf("no peer: name VC4C with --vc4c to run its code, too\n");
  return std::any_of(report.results.begin(), report.results.end(),
                     [](const Result& result) { return result.own.failed; });
}

}  // namespace
}  // namespace qpu_compile_bench

int main(int argc, char** argv) {
  CLI::App app{
      "Modelled times of kernels in OpenCL C that are compiled for the QPUs, beside those of VC4C's code for "
      "the same "
      "source and beside what any code needs. Exit status 0: our own results are right."};
  qpu_compile_bench::Options options;
  qpu_compile_bench::describe(app, options);
  CLI11_PARSE(app, argc, argv);
  return sample::report_errors("qpu_compile_bench", [&] { return qpu_compile_bench::run(options); });
}
