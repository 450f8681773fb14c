// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quadcl {

/// P row parts by R column parts of C, one QPU each; {0, 0} leaves the choice to the planner.
struct SgemmSplit {
  unsigned row_parts = 0;
  unsigned column_parts = 0;

  bool automatic() const { return row_parts == 0; }
};

/// What to do with kernels that were recognised as built-in ones.
enum class Recognise {
  on,
  off,
  verbose,  ///< say in build logs what was recognised or why not, and in the log why a launch ran on the CPU
  verify,   ///< also run them on the CPU, compare, and keep what the CPU computed
};

/// Everything a user can set from outside. One table (options.cpp) gives each option its environment
/// variable, default, meaning and parser; docs/options.md is generated from it.
struct Options {
  unsigned qpus = 12;
  SgemmSplit sgemm_split;
  std::uint64_t qpu_memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t cpu_memory_bytes = 0;                    ///< 0: what the machine has
  bool cpu_baseline = false;                             ///< compile for the architecture's least processor
  std::uint64_t cache_bytes = std::uint64_t{512} << 20;  ///< 0: no cache
  std::string cache_folder;                              ///< empty: no cache
  std::uint64_t qpu_instruction_limit = std::uint64_t{1} << 40;
  std::string board = "zero";      ///< whose time is modelled: pi1, zero, pi2 or pi3
  std::string qpu_caches = "off";  ///< how emulated QPUs see DMA stores: off, report or stale
  Recognise recognise = Recognise::on;
  std::string log;
  bool trace = false;

  /// One sentence for each variable whose value could not be used; its option keeps the default.
  std::vector<std::string> problems;

  /// Reads all QUADCL_* variables of the process, and where the user's caches are. Nothing else in QuadCL
  /// reads the environment.
  static Options from_environment();
};

/// A row of the options table, for documentation and --help texts.
struct OptionInfo {
  const char* variable;
  const char* default_value;
  const char* meaning;
};
std::span<const OptionInfo> option_table();

}  // namespace quadcl
