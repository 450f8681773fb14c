// SPDX-License-Identifier: Apache-2.0

// What the programs about the builtin functions share.
#pragma once

#include <CL/opencl.hpp>
#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

namespace quadcl::builtins {

/// Prints the devices with their numbers, then the functions. Returns the exit status.
int list_all(const std::vector<cl::Device>& devices);

/// Runs `work` with the arguments parsed; what goes wrong is printed, with the exit status 2.
int run_tool(CLI::App& app, int argc, char** argv, const std::function<int()>& work);

}  // namespace quadcl::builtins
