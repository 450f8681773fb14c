// SPDX-License-Identifier: Apache-2.0

// qpu-board: runs a program that was written for a Raspberry Pi on this PC, on a simulated board
// (docs/qpu-board.md).

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "tools/board/files.h"
#include "tools/board/program.h"
#include "tools/board/report.h"
#include "tools/board/server.h"
#include "tools/command_line.h"
#include "tools/compiler_path.h"
#include "tools/timing_arguments.h"
#include "tools/timing_report.h"

namespace {

namespace emulator = quadcl::qpu::emulator;
namespace simulated = quadcl::tools::simulated;
namespace tools = quadcl::tools;
using simulated::Rules;

constexpr int kWrongUse = 2, kNotStarted = 127, kBySignal = 128;

struct Settings {
  std::vector<std::string> command;
  tools::TimingArguments time;
  bool timing = false;
  simulated::BoardChoice board;
  double patience = 30;
  std::string files;
  simulated::JobSettings jobs;
};

// ---- signals: each writes its number to a pipe, on which the server waits

int signal_pipe[2] = {-1, -1};
std::atomic<simulated::JobRunner*> running{nullptr};
std::atomic<pid_t> program_process{0};

bool has_ended(pid_t process) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == process;
}

void note_signal(int number, siginfo_t* info, void*) {
  const int error = errno;
  simulated::JobRunner* const runner = running;
  // A job that nobody waits for any more ends, too.
  if (runner != nullptr && (number != SIGCHLD || has_ended(program_process))) runner->stop(true);
  // Ctrl-C reaches the program by itself; what was sent to this process alone is passed on.
  if (number != SIGCHLD && info->si_code != SI_KERNEL && program_process > 0) kill(program_process, number);
  const char byte = static_cast<char>(number);
  [[maybe_unused]] const ssize_t written = write(signal_pipe[1], &byte, 1);
  errno = error;
}

/// A program that was started with an ignored signal goes on ignoring it.
bool is_ignored(int number) {
  struct sigaction action{};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void handle_signals() {
  if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("no pipe for signals");
  struct sigaction action{};
  action.sa_sigaction = note_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD})
    if (number == SIGCHLD || !is_ignored(number)) sigaction(number, &action, nullptr);
  // Whoever reads the report may stop; the program itself gets its own default back.
  action.sa_sigaction = [](int, siginfo_t*, void*) {};
  if (!is_ignored(SIGPIPE)) sigaction(SIGPIPE, &action, nullptr);
}

// ---- the run

/// Answers the program until it ends. Returns how, as of waitpid.
int serve(simulated::Server& server, simulated::JobRunner& runner, pid_t program) {
  for (;;) {
    server.serve(signal_pipe[0]);
    char bytes[64];
    const ssize_t got = read(signal_pipe[0], bytes, sizeof bytes);
    if (has_ended(program)) {
      int status = 0;
      waitpid(program, &status, 0);
      return status;
    }
    // A second signal is for programs that do not end at the first one.
    static int ends = 0;
    for (ssize_t i = 0; i < got; ++i) ends += bytes[i] != SIGCHLD ? 1 : 0;
    if (ends > 1) kill(program, SIGKILL);
    runner.stop(false);
  }
}

void write_trace(const Settings& settings, const simulated::JobRunner& runner) {
  if (settings.time.trace.empty()) return;
  if (!tools::write_trace(settings.time.trace, runner.trace(), settings.jobs.parameters))
    throw std::runtime_error("cannot write " + settings.time.trace);
}

/// A library path with one of these ends early.
std::string library_for(const simulated::ProgramFile& program) {
  const std::string library =
      tools::library_path(program.has_32_bits ? "libqpu-board-32.so" : "libqpu-board.so");
  if (library.find_first_of(" :") != std::string::npos)
    throw std::runtime_error("there is a space or a colon in " + library);
  if (access(library.c_str(), R_OK) != 0)
    throw std::runtime_error(program.has_32_bits
                                 ? program.path + " is a program of 32 bits, and this installation has no " +
                                       library
                                 : library + " is missing");
  return library;
}

int run(const Settings& settings, const simulated::ProgramFile& program) {
  const std::string library = library_for(program);
  std::optional<simulated::BoardFiles> own;
  if (settings.files.empty()) own.emplace(settings.board);
  const std::string folder = own ? own->folder() : settings.files;
  simulated::JobRunner runner(settings.jobs, &std::cerr);
  simulated::Board board(simulated::Model(folder, !own), runner);
  simulated::Server server(board, folder);
  board.chip().during_job = [&] {
    if (board.model().configuration().kill_in_job != 0) kill(server.process(), SIGKILL);
  };
  board.chip().waits_in_vain = [&](std::chrono::duration<double> waited) {
    if (waited.count() < settings.patience || program_process == 0) return;
    std::cerr << "qpu-board: the program waits for a job that did not end; it is ended, too (--patience)\n";
    kill(program_process, SIGKILL);
  };
  handle_signals();
  const auto started = simulated::start_program(program, settings.command, folder, library);
  if (!started.ok()) {
    std::cerr << "qpu-board: " << started.error().message << '\n';
    return kNotStarted;
  }
  program_process = *started;
  running = &runner;
  const int status = serve(server, runner, *started);
  running = nullptr;
  program_process = 0;
  if (const unsigned left = simulated::end_children(); left > 0)
    std::cerr << "qpu-board: " << left
              << (left == 1 ? " process that the program had left was ended\n"
                            : " processes that the program had left were ended\n");
  const bool by_signal = WIFSIGNALED(status);
  if (by_signal)
    std::cerr << "qpu-board: the program was ended by signal " << WTERMSIG(status) << " ("
              << strsignal(WTERMSIG(status)) << ")\n";
  if (!server.was_used()) std::cerr << "qpu-board: the program has opened no device of the board\n";
  if (runner.jobs() > 0 || server.was_used()) simulated::report(std::cerr, board, runner);
  write_trace(settings, runner);
  return by_signal ? kBySignal + WTERMSIG(status) : WEXITSTATUS(status);  // as shells do
}

class Formatter final : public CLI::Formatter {
  std::string make_usage(const CLI::App*, std::string name) const override {
    return "Usage: " + name + " [OPTIONS] PROGRAM [ARGUMENTS...]\n";
  }
};

void describe(CLI::App& app, Settings& settings) {
  app.prefix_command();
  settings.time.describe(app);
  app.add_flag("--timing", settings.timing, "model the time that the chip would take");
  app.add_option_function<std::string>(
         "--rules",
         [&](const std::string& name) {
           const std::map<std::string, Rules> names{
               {"off", Rules::off}, {"warn", Rules::warn}, {"error", Rules::error}};
           const auto known = names.find(name);
           if (known == names.end()) throw CLI::ValidationError("--rules", "must be error, warn or off");
           settings.jobs.rules = known->second;
         },
         "check the chip's programming rules: error, warn or off")
      ->default_str("warn");
  app.add_option_function<std::string>(
      "--caches",
      [&](const std::string& mode) {
        const auto known = emulator::find_cache_mode(mode);
        if (!known) throw CLI::ValidationError("--caches", "must be off, report or stale");
        settings.jobs.caches = *known;
      },
      "as of qpu-run; stale: also between jobs that are started without a clear of the caches");
  app.add_flag("--unwritten", settings.jobs.unwritten,
               "with --rules: also report reads of what was never written");
  app.add_flag("--pedantic", settings.jobs.pedantic,
               "with --rules: also report what programs do that are known to work");
  app.add_option("--limit", settings.jobs.limit,
                 "end a job after this many instructions of all QPUs together")
      ->capture_default_str()
      ->check(tools::kCount);
  app.add_option("--gpu-memory", settings.board.gpu_megabytes, "megabytes for the firmware and the QPUs")
      ->capture_default_str()
      ->check(CLI::Range(1, 480));
  app.add_flag("--vcsm", settings.board.has_vcsm, "a kernel with /dev/vcsm instead of /dev/vcsm-cma");
  app.add_option("--patience", settings.patience,
                 "end a program that has waited by registers for so many seconds for a job that did not end")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--files", settings.files)->group("")->check(CLI::ExistingDirectory);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Runs a program for the QPUs of a Raspberry Pi on this PC, on a simulated board. Options come before "
      "the program. "
      "Exit status: that of the program; 2 wrong arguments, 127 it cannot be started."};
  app.name("qpu-board");
  app.formatter(std::make_shared<Formatter>());
  Settings settings;
  settings.jobs.rules = Rules::warn;
  settings.jobs.limit = 10'000'000'000;
  describe(app, settings);
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  settings.command = app.remaining();
  if (!settings.command.empty() && settings.command.front() == "--")
    settings.command.erase(settings.command.begin());
  try {
    if (settings.command.empty()) throw std::runtime_error("no program is named; see --help");
    if (settings.command.front().starts_with('-'))
      throw std::runtime_error("unknown option " + settings.command.front() + "; see --help");
    const auto parameters = settings.time.parameters();
    if (!parameters) throw std::runtime_error(parameters.error().message);
    settings.jobs.parameters = *parameters;
    settings.board.parameters = *parameters;
    settings.board.has_stale_caches = settings.jobs.caches == emulator::CacheMode::stale;
    settings.jobs.timed = settings.timing || settings.time.any();
    settings.jobs.counters = settings.time.counters;
    settings.jobs.profile = settings.time.profile;
    settings.jobs.trace = !settings.time.trace.empty();
    const auto program = simulated::find_program(settings.command.front());
    if (program.ok()) return run(settings, *program);
    std::cerr << "qpu-board: " << program.error().message << '\n';
    return kNotStarted;
  } catch (const std::exception& error) {
    std::cerr << "qpu-board: " << error.what() << '\n';
    return kWrongUse;
  }
}
