// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/kernel_image.h"
#include "tools/timing_arguments.h"

namespace quadcl::tools {

/// The arguments that launch a kernel on emulated QPUs.
struct LaunchArguments {
  std::vector<std::size_t> global, local, offset;
  std::vector<std::string> values;          ///< of --arg
  std::vector<std::string> prints, writes;  ///< NAME[:COUNT], NAME=FILE
  std::string job;                          ///< where the launch is written as a job file; empty: nowhere
  unsigned qpus = 12;
  std::uint64_t limit = std::uint64_t{1} << 40;
  double progress = 10;
  TimingArguments time;

  void describe(CLI::App& app);
  /// Whether the kernel is to run.
  bool wanted() const { return !global.empty(); }
  /// An argument that means nothing without --global; empty if there is none.
  std::string without_launch() const;
};

constexpr int kRan = 0, kCannotRun = 1, kWrongLaunch = 2, kLaunchFault = 3;

/// Runs a kernel that has code for QPUs and prints what was asked for. Returns one of the numbers above;
/// after the others than kRan, standard error says what is wrong.
/// `file` is the name of the source.
int launch_kernel(const KernelImage& kernel, const std::string& file, const std::vector<std::string>& source,
                  const LaunchArguments& arguments);

}  // namespace quadcl::tools
