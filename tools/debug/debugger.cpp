// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/debugger.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "tools/debug/commands.h"
#include "tools/debug/json_answers.h"
#include "tools/debug/line_input.h"

namespace quadcl::tools::debug {

namespace {

constexpr std::string_view kPrompt = "(qpu) ";

void interrupt(int) { Session::interrupted = true; }

/// While it lives, Ctrl-C stops the job and not the program.
class Interrupts {
 public:
  Interrupts() {
    struct sigaction action{};
    action.sa_handler = interrupt;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, &before_);
  }
  ~Interrupts() { sigaction(SIGINT, &before_, nullptr); }
  Interrupts(const Interrupts&) = delete;

 private:
  struct sigaction before_{};
};

/// Files and commands of the command line. False if one failed.
bool execute_first(Session& session, const DebugArguments& arguments) {
  std::vector<std::string> lines;
  for (const std::string& file : arguments.files) lines.push_back("source " + file);
  lines.insert(lines.end(), arguments.commands.begin(), arguments.commands.end());
  for (const std::string& line : lines) {
    if (session.quit) break;
    if (!execute(session, line)) return false;
  }
  return true;
}

void converse(Session& session, LineInput& input) {
  session.out() << session.place_text(session.qpu()) << '\n';
  std::string last;
  while (!session.quit) {
    session.out() << std::flush;
    auto line = input.next(kPrompt);
    if (!line) break;
    // As in gdb, Enter repeats; but not in a file, where empty lines part the commands.
    const bool repeats = line->empty() && input.interactive();
    if (!line->empty()) last = *line;
    execute(session, repeats ? last : *line);
  }
  session.out() << std::flush;
}

}  // namespace

void DebugArguments::describe(CLI::App& app) {
  app.add_option("-x,--commands", files, "execute the commands of a file first")->allow_extra_args(false);
  app.add_option("-e,--execute", commands, "execute a command first, after those of files")
      ->allow_extra_args(false);
  app.add_flag("--batch", batch, "read no commands from standard input");
  app.add_flag("--json", json, "answer each command of standard input with a line of JSON, for programs");
}

int debug(const RunArguments& job, const DebugArguments& arguments) {
  if (job.time.counters || job.time.profile || !job.time.trace.empty()) {
    throw std::runtime_error("--counters, --trace and --profile are for whole runs, without --debug");
  }
  const Interrupts interrupts;
  std::ostringstream kept;
  Session session(job, arguments.json ? static_cast<std::ostream&>(kept) : std::cout);
  const bool good = execute_first(session, arguments);
  if (!arguments.json) std::cout << std::flush;
  if (arguments.batch || session.quit) return good ? 0 : 1;
  if (arguments.json) {
    answer_in_json(session, kept, std::cin, std::cout);
  } else {
    converse(session, *make_line_input());
  }
  return good ? 0 : 1;
}

}  // namespace quadcl::tools::debug
