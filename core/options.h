// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadcl {

/// P row parts by R column parts of C, one QPU each; {0, 0} leaves the choice to the planner.
struct SgemmSplit {
  unsigned row_parts = 0;
  unsigned column_parts = 0;

  bool automatic() const { return row_parts == 0; }
};

/// What to do with kernels that were recognised as built-in kernels.
enum class Recognise {
  on,
  off,
  verbose,  ///< build logs say what was recognised or why not; the log says why a launch ran on the CPU
  verify,   ///< also run them on the CPU, compare, and keep the CPU's results
};

/// What runs the code of QPUs.
enum class QpuExecutor : std::uint8_t {
  automatic,  ///< the first of the others that the system allows
  mailbox,    ///< the board's QPUs, started by its firmware
  registers,  ///< the board's QPUs, started by their registers
  emulator,
};
/// The word that QUADCL_QPU_EXECUTOR has for it.
std::string_view name(QpuExecutor executor);

/// Whether kernels are compiled for the QPUs, too. `automatic`: if they are real.
enum class QpuCompile : std::uint32_t { automatic, on, off, verify, verbose };

/// Whether a build compiles kernels for QPUs, and what these may compute: only what is exact unless the
/// program allows more, or all that the embedded profile allows.
enum class QpuRules : std::uint32_t { none, full, embedded };

/// The profile of OpenCL that the QPU device reports. Only the embedded one allows the QPUs' arithmetic in
/// every program.
enum class QpuProfile : std::uint32_t { full, embedded };

/// Whether work-items become lanes of vectors, also where LLVM's loop vectoriser does not make them so.
enum class Vectorise {
  off,
  on,
  verbose,  ///< build logs say where, or why not
  always,   ///< the same, and lanes also where estimates say that they are slower; for tests
};

/// Everything a user can set from outside. One table (options.cpp) gives each option its environment
/// variable, default, meaning and parser. A test compares docs/options.md with it.
struct Options {
  unsigned qpus = 12;
  SgemmSplit sgemm_split;
  std::uint64_t qpu_memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t cpu_memory_bytes = 0;  ///< 0: all memory of the machine
  std::uint64_t cpu_stream_bytes = 0;  ///< 0: as many as the level-3 cache has
  bool cpu_baseline = false;  ///< use only instruction sets that all processors of the architecture have
  std::uint64_t cache_bytes = std::uint64_t{512} << 20;  ///< 0: no cache
  std::string cache_folder;                              ///< empty: no cache
  std::string temporary_folder = "/tmp";
  bool source_files = true;  ///< whether sources of programs may read files
  std::uint64_t qpu_instruction_limit = std::uint64_t{1} << 40;
  QpuExecutor qpu_executor = QpuExecutor::automatic;
  std::string board;  ///< the board whose time is modelled: pi1, zero, pi2 or pi3; empty: this one
  std::string qpu_caches = "off";  ///< how emulated QPUs see DMA stores: off, report or stale
  bool qpu_translation = true;     ///< whether emulated QPUs may run code as translated to the host's
  std::string qpu_checks = "off";  ///< of the rules of the chip, on emulated QPUs: off, report or error
  std::string qpu_debug;           ///< a kernel that the debugger shows at its first launch; empty: none
  Recognise recognise = Recognise::on;
  Vectorise vectorise = Vectorise::on;
  QpuCompile qpu_compile = QpuCompile::automatic;
  QpuProfile qpu_profile = QpuProfile::full;
  std::string log;
  bool trace = false;

  /// One sentence for each variable with an unusable value; its option keeps the default.
  std::vector<std::string> problems;

  /// Reads all QUADCL_* variables of the process, and the folders for the user's caches and for temporary
  /// files. Nothing else in QuadCL reads the environment. A program with more rights than its user reads
  /// none: it gets the defaults, and no cache.
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
