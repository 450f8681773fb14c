// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/result.h"

namespace quadcl::tools::simulated {

/// A program that can be run with a library in front of the C library.
struct ProgramFile {
  std::string path;
  bool has_32_bits = false;
};

/// As a shell finds it. Error: invalid_argument_value, if it does not exist or cannot be run so, with the
/// reason.
Result<ProgramFile> find_program(const std::string& name);

/// Starts a program on the board with this folder. It ends when this process ends. Error:
/// invalid_argument_value.
Result<pid_t> start_program(const ProgramFile& program, const std::vector<std::string>& arguments,
                            const std::string& folder, const std::string& library);

/// Ends what programs have left running: every child of this process, which has adopted those of its
/// children. Returns how many were ended.
unsigned end_children();

}  // namespace quadcl::tools::simulated
