// SPDX-License-Identifier: Apache-2.0

// qpu-run: runs a job of machine code on the emulated QPUs (docs/qpu-tools.md).

#include <CLI/CLI.hpp>
#include <bit>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/processors.h"
#include "qpu/asm/printing/disassembler.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/timing/timed_run.h"
#include "tools/command_line.h"
#include "tools/debug/debugger.h"
#include "tools/fault_report.h"
#include "tools/files.h"
#include "tools/job_rules.h"
#include "tools/loaded_job.h"
#include "tools/run_arguments.h"
#include "tools/run_watch.h"
#include "tools/timing_report.h"

namespace {

namespace emulator = quadcl::qpu::emulator;
namespace timing = quadcl::qpu::timing;
namespace tools = quadcl::tools;

constexpr int kFinished = 0, kErrorsFound = 1, kBadJob = 2, kFault = 3;

struct Settings : tools::RunArguments {
  std::string dump;
  double progress = 10;
  bool debug = false;
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
    if (settings.rules == tools::Rules::error && (broken_code || findings.has_error())) return "rule";
    if (outcome.stopped) return "stopped";
    return outcome.error ? name(outcome.error->code) : std::string_view();
  }

  int status(const Settings& settings) const {
    if (!fault(settings).empty()) return kFault;
    return broken_code || findings.has_error() ? kErrorsFound : kFinished;
  }
};

void execute(emulator::Machine& machine, tools::LoadedJob& loaded, const Settings& settings,
             const timing::Parameters& parameters, const timing::Instruments& instruments, Run& run) {
  machine.set_threads(quadcl::usable_processors());
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

/// Runs the job again from its original bytes, to report the steps before its fault.
void explain_fault(const Settings& settings, const timing::Parameters& parameters) {
  tools::LoadedJob again(settings.job);
  Run repeated;
  emulator::RuleChecker checker(repeated.findings, settings.rule_options());
  tools::History history(settings.rules == tools::Rules::off ? nullptr : &checker);
  timing::Instruments instruments;
  instruments.observer = &history;
  emulator::Machine machine;
  execute(machine, again, settings, parameters, instruments, repeated);
  if (!repeated.outcome.error) return;
  tools::report_fault(std::cerr, repeated.outcome, machine.qpus(), history, again.places());
}

/// Checks, runs, and reports on stderr what went wrong.
void run_checked(tools::LoadedJob& loaded, const Settings& settings, const timing::Parameters& parameters,
                 timing::Instruments instruments, Run& run) {
  emulator::RuleChecker checker(run.findings, settings.rule_options());
  if (settings.rules != tools::Rules::off) {
    run.broken_code = tools::check_code(std::cerr, loaded.job, loaded.image, settings.pedantic);
    if (run.broken_code && settings.rules == tools::Rules::error) return;
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
  tools::LoadedJob loaded(settings.job);
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
  settings.describe(app);
  app.add_option("--dump", settings.dump, "write the image after the run to this file");
  app.add_option("--progress", settings.progress,
                 "while the job runs, say how far it is every so many seconds; 0: never")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e6));
  app.add_flag("--debug", settings.debug,
               "stop before the first instruction and take commands, as qpu-debug");
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  try {
    if (settings.debug) return tools::debug::debug(settings, {});
    return run_job(settings);
  } catch (const std::exception& error) {
    std::cerr << "qpu-run: " << settings.job << ": " << error.what() << '\n';
    return kBadJob;
  }
}
