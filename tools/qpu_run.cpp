// SPDX-License-Identifier: Apache-2.0

// qpu-run: runs a job of machine code on the emulated QPUs (docs/qpu-tools.md).

#include <CLI/CLI.hpp>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qpu/asm/printing/disassembler.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/timing/timed_run.h"
#include "tools/command_line.h"
#include "tools/fault_report.h"
#include "tools/files.h"
#include "tools/job_file.h"
#include "tools/job_rules.h"
#include "tools/run_watch.h"
#include "tools/timing_arguments.h"
#include "tools/timing_report.h"

namespace {

namespace emulator = quadcl::qpu::emulator;
namespace timing = quadcl::qpu::timing;
namespace tools = quadcl::tools;

enum class Rules { off, warn, error };

constexpr std::array<std::pair<std::string_view, Rules>, 3> kRules{
    {{"off", Rules::off}, {"warn", Rules::warn}, {"error", Rules::error}}};

std::optional<Rules> find_rules(std::string_view name) {
  for (const auto& [known, rules] : kRules) {
    if (known == name) return rules;
  }
  return {};
}

constexpr int kFinished = 0, kErrorsFound = 1, kBadJob = 2, kFault = 3;

struct Settings {
  std::string job, dump;
  tools::TimingArguments time;
  Rules rules = Rules::off;
  std::optional<emulator::CacheMode> caches;
  bool unwritten = false, pedantic = false;
  bool timing = false;
  std::uint64_t limit = std::uint64_t{1} << 40;
  double progress = 10;

  /// By default, rule checks report reads of stale cache lines.
  emulator::CacheMode cache_mode() const {
    return caches.value_or(rules == Rules::off ? emulator::CacheMode::off : emulator::CacheMode::report);
  }
  bool checked() const { return cache_mode() != emulator::CacheMode::off || rules != Rules::off; }
  bool timed() const { return timing || time.any(); }
};

/// What one alias of the bus address space holds (docs/videocore4.md, Memory).
constexpr std::size_t kMaximumImage = std::size_t{1} << 30;

/// A file that the job names, beside it or in the current folder.
std::string read_beside(const std::string& job_path, const std::string& name, std::size_t most) {
  const std::string beside = std::filesystem::path(job_path).parent_path() / name;
  const std::string found = std::filesystem::exists(beside) ? beside : name;
  auto bytes = tools::read_file(found, most);
  if (!bytes) throw std::runtime_error(found + ": " + bytes.error().message);
  return std::move(*bytes);
}

tools::CodeNames read_names(const std::string& job_path, const std::string& name) {
  auto names = tools::CodeNames::read(read_beside(job_path, name, tools::kMaximumBytes));
  if (!names) throw std::runtime_error(name + ": " + names.error().message);
  return std::move(*names);
}

/// The job and its memory; a second run starts from the same bytes.
struct LoadedJob {
  tools::JobFile job;
  std::vector<std::byte> image;
  emulator::BusMap map;
  tools::CodeNames names;

  LoadedJob(const LoadedJob&) = delete;
  explicit LoadedJob(const std::string& path) {
    const auto text = tools::read_file(path);
    if (!text) throw std::runtime_error(text.error().message);
    auto parsed = tools::parse_job(*text);
    if (!parsed) throw std::runtime_error(parsed.error().message);
    job = std::move(*parsed);
    const std::string bytes = read_beside(path, job.image, kMaximumImage);
    image.resize(bytes.size());
    std::memcpy(image.data(), bytes.data(), bytes.size());
    if (!job.listing.empty()) names = read_names(path, job.listing);
    auto mapped = tools::map_job(job, image);
    if (!mapped) throw std::runtime_error(mapped.error().message);
    map = std::move(*mapped);
  }

  tools::CodePlaces places() const { return {job, names}; }
};

std::string_view name(quadcl::ErrorCode code) {
  switch (code) {
    case quadcl::ErrorCode::memory_fault:
      return "memory_fault";
    case quadcl::ErrorCode::deadlock:
      return "deadlock";
    case quadcl::ErrorCode::instruction_limit:
      return "instruction_limit";
    case quadcl::ErrorCode::unsupported:
      return "unsupported";
    default:
      return "illegal_instruction";
  }
}

struct Run {
  emulator::RunOutcome outcome;
  timing::TimeReport time;
  emulator::FindingList findings;
  bool broken_code = false;  ///< the code breaks a rule and was not run

  /// The word for the kind of failure; empty without one.
  std::string_view fault(const Settings& settings) const {
    if (settings.rules == Rules::error && (broken_code || findings.has_error())) return "rule";
    if (outcome.stopped) return "stopped";
    return outcome.error ? name(outcome.error->code) : std::string_view();
  }

  int status(const Settings& settings) const {
    if (!fault(settings).empty()) return kFault;
    return broken_code || findings.has_error() ? kErrorsFound : kFinished;
  }
};

void execute(emulator::Machine& machine, LoadedJob& loaded, const Settings& settings,
             const timing::Parameters& parameters, const timing::Instruments& instruments, Run& run) {
  machine.model_caches(settings.cache_mode(), &run.findings, parameters.cache_geometries());
  if (settings.timed()) {
    run.outcome = timing::run_timed(machine, loaded.job.programs, loaded.map, settings.limit, parameters,
                                    run.time, instruments);
  } else {
    run.outcome = machine.run(loaded.job.programs, loaded.map,
                              {.instruction_limit = settings.limit,
                               .observer = instruments.observer,
                               .control = instruments.control});
  }
}

emulator::RuleOptions rule_options(const Settings& settings) {
  return {.unwritten = settings.unwritten,
          .pedantic = settings.pedantic,
          .stop_at_error = settings.rules == Rules::error};
}

/// Runs the job again from its original bytes, to report the steps before its fault.
void explain_fault(const Settings& settings, const timing::Parameters& parameters) {
  LoadedJob again(settings.job);
  Run repeated;
  emulator::RuleChecker checker(repeated.findings, rule_options(settings));
  tools::History history(settings.rules == Rules::off ? nullptr : &checker);
  timing::Instruments instruments;
  instruments.observer = &history;
  emulator::Machine machine;
  execute(machine, again, settings, parameters, instruments, repeated);
  if (!repeated.outcome.error) return;
  tools::report_fault(std::cerr, repeated.outcome, machine.qpus(), history, again.places());
}

/// Checks, runs, and reports on stderr what went wrong.
void run_checked(LoadedJob& loaded, const Settings& settings, const timing::Parameters& parameters,
                 timing::Instruments instruments, Run& run) {
  emulator::RuleChecker checker(run.findings, rule_options(settings));
  if (settings.rules != Rules::off) {
    run.broken_code = tools::check_code(std::cerr, loaded.job, loaded.image, settings.pedantic);
    if (run.broken_code && settings.rules == Rules::error) return;
    instruments.observer = &checker;
  }
  {
    tools::RunWatch watch("qpu-run", settings.progress);
    instruments.control = &watch.control();
    emulator::Machine machine;
    execute(machine, loaded, settings, parameters, instruments, run);
  }
  checker.job_ended();
  tools::print_findings(std::cerr, run.findings, loaded.job, loaded.names);
  if (run.outcome.stopped) return tools::report_places(std::cerr, run.outcome, loaded.places());
  if (run.outcome.error) explain_fault(settings, parameters);
}

/// The last line of the output.
void print_summary(const Run& run, const Settings& settings, const timing::Parameters& parameters) {
  nlohmann::ordered_json line;
  const std::string_view fault = run.fault(settings);
  line["status"] = fault.empty() ? "finished" : "fault";
  if (!fault.empty()) line["fault"] = fault;
  if (run.outcome.error) line["error"] = run.outcome.error->message;
  line["instructions"] = run.outcome.instructions();
  line["busiest_qpu_instructions"] = run.outcome.busiest_qpu_instructions();
  line["host_interrupts"] = std::popcount(run.outcome.host_interrupts);
  if (settings.checked()) line["rule_findings"] = run.findings.entries().size();
  if (settings.timed()) {
    const timing::Ticks total = run.time.total;
    line["cycles"] = run.time.cycles();
    line["seconds"] = parameters.seconds(total);
    line["time"] = "modelled";
    line["board"] = settings.time.board;
    line["clock_mhz"] = parameters.v3d_mhz();
    line["stalls"] = nlohmann::ordered_json::object();
    for (const auto& [cause, clocks] : tools::stalls_of(run.time))
      line["stalls"][std::string(cause)] = clocks;
    if (settings.time.counters) line["counters"] = run.time.counters;
    line["launch_us"] = {{"mailbox", parameters.get(timing::Parameter::mailbox_launch)},
                         {"registers", parameters.get(timing::Parameter::register_launch)}};
  }
  std::cout << line.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << std::endl;
}

void write_file(const std::string& path, const std::string& content) {
  if (!tools::write_file(path, content)) throw std::runtime_error("cannot write " + path);
}

int run_job(const Settings& settings) {
  const auto parameters = settings.time.parameters();
  if (!parameters) throw std::runtime_error(parameters.error().message);
  LoadedJob loaded(settings.job);
  timing::TraceRecorder trace;
  timing::Profile profile;
  timing::Instruments instruments;
  if (!settings.time.trace.empty()) instruments.trace = &trace;
  if (settings.time.profile) instruments.profile = &profile;

  Run result;
  run_checked(loaded, settings, *parameters, instruments, result);
  if (!settings.dump.empty()) {
    write_file(settings.dump, {reinterpret_cast<const char*>(loaded.image.data()), loaded.image.size()});
  }
  if (!settings.time.trace.empty() && !tools::write_trace(settings.time.trace, trace, *parameters))
    throw std::runtime_error("cannot write " + settings.time.trace);
  if (settings.time.profile) {
    profile.write(std::cout, [](std::uint64_t word, std::uint32_t) {
      return quadcl::qpu::assembly::disassemble_word(word);
    });
  }
  if (settings.time.counters) tools::print_counters(std::cout, result.time.counters);
  print_summary(result, settings, *parameters);
  return result.status(settings);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Runs QPU machine code on the emulator. Exit status: 0 finished, 1 finished but the checks found "
      "errors, "
      "2 bad job file, 3 fault."};
  Settings settings;
  app.add_option("job", settings.job, "job file")->required();
  app.add_option("--dump", settings.dump, "write the image after the run to this file");
  app.add_flag("--timing", settings.timing, "model the time that a chip would take");
  settings.time.describe(app);
  app.add_option_function<std::string>(
         "--rules",
         [&](const std::string& name) {
           const auto rules = find_rules(name);
           if (!rules) throw CLI::ValidationError("--rules", "must be error, warn or off");
           settings.rules = *rules;
         },
         "check the chip's programming rules: error, warn or off")
      ->default_str("off");
  app.add_option_function<std::string>(
      "--caches",
      [&](const std::string& mode) {
        settings.caches = emulator::find_cache_mode(mode);
        if (!settings.caches) throw CLI::ValidationError("--caches", "must be off, report or stale");
      },
      "off: reads see DMA stores at once; report: also report stale reads; stale: return stale data, as the "
      "chip");
  app.add_flag("--unwritten", settings.unwritten,
               "with --rules: also report reads of registers and VPM words that were never written");
  app.add_flag("--pedantic", settings.pedantic,
               "with --rules: also report what programs do that are known to work");
  app.add_option("--progress", settings.progress,
                 "while the job runs, say how far it is every so many seconds; 0: never")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--limit", settings.limit, "end the job after this many instructions of all QPUs together")
      ->check(tools::kCount);
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  try {
    return run_job(settings);
  } catch (const std::exception& error) {
    std::cerr << "qpu-run: " << settings.job << ": " << error.what() << '\n';
    return kBadJob;
  }
}
