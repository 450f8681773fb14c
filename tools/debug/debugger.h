// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/run_arguments.h"

namespace quadcl::tools::debug {

struct DebugArguments {
  std::vector<std::string> files;     ///< of commands, executed first
  std::vector<std::string> commands;  ///< executed after them
  bool batch = false;                 ///< no commands from standard input
  bool json = false;                  ///< answers are lines of JSON

  void describe(CLI::App& app);
};

/// Debugs a job with commands from files and standard input. The exit status: 0, or 1 if a command of a file
/// or of `commands` failed. Throws std::runtime_error if the job cannot be used.
int debug(const RunArguments& job, const DebugArguments& arguments);

}  // namespace quadcl::tools::debug
