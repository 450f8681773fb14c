// SPDX-License-Identifier: Apache-2.0
// Builds programs without one optional pass after the other, and prints what each of them moves.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "bench/passes/report.h"
#include "bench/passes/timing.h"
#include "compiler/pipeline.h"

namespace passes_bench {
namespace {

struct Arguments {
  std::vector<std::string> kernels, passes, folders;
  std::string processor, csv;
  bool times = false;
  Timing timing;
};

/// Jam-rows' class is JamRows.
std::string class_of(const std::string& row) {
  std::string name;
  bool starts_word = true;
  for (const char c : row.substr(0, row.find('<'))) {
    if (c != '-') name += starts_word ? static_cast<char>(std::toupper(c)) : c;
    starts_word = c == '-';
  }
  return name;
}

std::vector<std::string> chosen_passes(const std::vector<std::string>& names) {
  const std::vector<std::string> known = quadcl::compiler::optional_steps();
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw std::runtime_error("no optional pass '" + name + "'");
  return names.empty() ? known : names;
}

std::vector<Program> chosen_programs(const Arguments& arguments) {
  std::vector<Program> programs = benchmarks(arguments.kernels);
  for (const std::string& folder : arguments.folders)
    for (Program& program : captures(folder)) programs.push_back(std::move(program));
  if (programs.empty()) throw std::runtime_error("there is no program");
  return programs;
}

class Bench {
 public:
  Bench(const Arguments& arguments, const quadcl::HostTarget& target)
      : arguments_(arguments), programs_(chosen_programs(arguments)), builder_(target) {}

  void run() {
    const auto passes = chosen_passes(arguments_.passes);
    for (const Program& program : programs_) builder_.build(program, "");
    print_head(programs_);
    for (const std::string& pass : passes) {
      effects_.push_back(effect_of(pass));
      print_row(effects_.back(), summary_of(effects_.back(), programs_));
    }
  }

  std::string csv() const { return to_csv(effects_, programs_); }

 private:
  /// Programs that the pass leaves as they are need no build without it.
  Effect effect_of(const std::string& pass) {
    Effect effect{pass};
    std::vector<Program> changed;
    for (const Program& program : programs_) {
      const Measured& with = builder_.build(program, "");
      const auto count = with.changes.find(class_of(pass));
      if (count == with.changes.end() || count->second == 0) continue;
      effect.changes += count->second;
      const Measured& without = builder_.build(program, pass);
      if (with.code == without.code) continue;
      changed.push_back(program);
      effect.sizes[program.name] =
          static_cast<double>(without.text_bytes) / static_cast<double>(with.text_bytes);
    }
    if (arguments_.times) effect.times = time_ratios(changed, pass, arguments_.timing);
    return effect;
  }

  const Arguments& arguments_;
  std::vector<Program> programs_;
  Builder builder_;
  std::vector<Effect> effects_;
};

void describe(CLI::App& app, Arguments& arguments) {
  app.add_option("--captures", arguments.folders, "folders of captures of tools/replay")
      ->check(CLI::ExistingDirectory);
  app.add_option("--kernel", arguments.kernels, "only these benchmarks of kernel_bench")->delimiter(',');
  app.add_option("--pass", arguments.passes, "only these passes")->delimiter(',');
  app.add_option("--cpu", arguments.processor, "a processor's name as in quadcl-build; excludes --time");
  app.add_flag("--time", arguments.times,
               "run programs whose code differs, with and without the pass in turn");
  Timing& timing = arguments.timing;
  app.add_option("--device", timing.device, "the CPU device as kernel_bench --list numbers it (default 1)");
  app.add_option("--rounds", timing.rounds, "of runs (default 11)")->check(CLI::Range(1, 1000));
  app.add_option("--size", timing.size, "of benchmarks, as for kernel_bench (default full)");
  app.add_option("--prefix", timing.prefix,
                 "words before commands that run programs: 'chrt -r 5 taskset -c 1'");
  app.add_option("--csv", arguments.csv, "write the rows to this file");
}

int run(const Arguments& arguments) {
  const auto target = arguments.processor.empty() ? std::optional(quadcl::HostTarget::of_this_machine(false))
                                                  : quadcl::HostTarget::of_processor(arguments.processor);
  if (!target) throw std::runtime_error("no processor '" + arguments.processor + "'");
  Bench bench(arguments, *target);
  bench.run();
  if (arguments.csv.empty()) return 0;
  std::ofstream file(arguments.csv);
  file << bench.csv();
  file.close();
  if (!file) throw std::runtime_error("cannot write " + arguments.csv);
  return 0;
}

}  // namespace
}  // namespace passes_bench

int main(int argc, char** argv) {
  CLI::App app{
      "Builds programs for this machine's CPU without one optional pass of the compiler after the other. "
      "Prints how many functions or loops the pass changes, in how many programs the code differs, and time "
      "and size without it by those with it.\n"
      "Exit status: 0 success, 1 a program fails or there is no such pass, 2 wrong arguments."};
  passes_bench::Arguments arguments;
  passes_bench::describe(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return passes_bench::run(arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
