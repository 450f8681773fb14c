// SPDX-License-Identifier: Apache-2.0

// Shared by the programs about the builtin functions.
#pragma once

#include <CL/opencl.hpp>
#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

namespace quadcl::builtins {

/// Prints the devices with their numbers, then the functions. Returns the exit status.
int list_all(const std::vector<cl::Device>& devices);

/// Parses the arguments and runs `work`. Prints errors and returns the exit status 2 for them.
int run_tool(CLI::App& app, int argc, char** argv, const std::function<int()>& work);

}  // namespace quadcl::builtins
