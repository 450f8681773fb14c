// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "core/bus_address.h"
#include "core/result.h"
#include "qpu/driver/bus_memory.h"
#include "qpu/isa/chip.h"

namespace quadcl::qpu {

namespace emulator {
class BusMap;
}
struct Job;

/// What an emulator does before a job, with the memory of the QPUs. An error ends the job before it runs.
using BeforeJob = std::function<Result<void>(const Job&, const emulator::BusMap&)>;

/// One submission of machine code: one program for each of the QPUs 0 to `programs.size()` - 1.
struct Job {
  std::span<const QpuProgram> programs;  ///< 1 to kQpus
  /// The job is stopped as a runaway after this many instructions of all QPUs together.
  std::uint64_t instruction_limit = std::uint64_t{1} << 40;
  /// Model the chip's time, too. Only an emulator can, and it is slower then.
  bool model_time = false;
  const BeforeJob* before = nullptr;  ///< may be null
};

/// The chip's performance counters by number (docs/videocore4.md, Launch without firmware). Those that are
/// not read are 0.
using ChipCounters = std::array<std::uint64_t, 30>;

/// Results that only an emulator has.
struct EmulatorCounters {
  std::uint64_t instructions = 0;  ///< executed by all QPUs
  std::uint64_t busiest_qpu_instructions = 0;
  std::uint32_t host_interrupts = 0;    ///< one bit for each QPU that raised its interrupt
  std::optional<std::uint64_t> cycles;  ///< V3D clocks, if time was modelled
};

struct JobReport {
  /// A chip: measured, with the start and the end of the job. An emulator, if it models time: from the start
  /// of the QPUs, with cold caches, to the end of the last.
  std::optional<std::uint64_t> nanoseconds;
  /// A chip: if its registers are used. An emulator: if it models time.
  std::optional<ChipCounters> counters;
  std::optional<EmulatorCounters> emulator;  ///< empty on a chip
};

/// Runs jobs of machine code on the emulator or the chip. One job at a time; callers on several threads wait
/// for their turn.
class Executor {
 public:
  virtual ~Executor() = default;

  virtual BusMemory& memory() = 0;

  /// Runs the job to its end with cold caches and all semaphores at 0.
  /// Errors of an emulator: memory_fault, deadlock, instruction_limit, illegal_instruction, each with a
  /// message that names QPU, address and instruction. After them the executor takes the next job as if
  /// nothing had happened. Error of a chip: out_of_resources. If a job did not end, later jobs are refused.
  virtual Result<JobReport> run(const Job& job) = 0;

  /// True where the machine code does not run on a real chip.
  virtual bool emulated() const = 0;

  /// How long a job should take at most; empty without a limit. Longer ones are cut by their senders.
  virtual std::optional<std::chrono::milliseconds> job_time() const { return std::nullopt; }

  /// For the end of the process: gives back memory that outlives a process. No call follows.
  virtual void close() {}

  /// The clock of the QPUs; if they are emulated, of those of the modelled board.
  virtual std::uint32_t clock_mhz() const = 0;
};

}  // namespace quadcl::qpu
