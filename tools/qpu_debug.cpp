// SPDX-License-Identifier: Apache-2.0

// qpu-debug: a debugger for QPU code on the emulator (docs/qpu-debug.md).

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "tools/command_line.h"
#include "tools/debug/debugger.h"
#include "tools/run_arguments.h"

int main(int argc, char** argv) {
  CLI::App app{
      "Debugs QPU machine code on the emulator (docs/qpu-debug.md). `help` lists the commands.\n"
      "Exit status: 0 done, 1 a command of -x or -e failed, 2 bad job file or wrong arguments."};
  quadcl::tools::RunArguments job;
  quadcl::tools::debug::DebugArguments arguments;
  job.describe(app);
  for (const char* const of_whole_runs : {"--counters", "--trace", "--profile"}) {
    app.remove_option(app.get_option(of_whole_runs));
  }
  arguments.describe(app);
  if (const auto status = quadcl::tools::parse(app, argc, argv)) return *status;
  try {
    return quadcl::tools::debug::debug(job, arguments);
  } catch (const std::exception& error) {
    std::cerr << "qpu-debug: " << job.job << ": " << error.what() << '\n';
    return 2;
  }
}
