// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/timing/counters.h"
#include "qpu/timing/parameters.h"
#include "qpu/timing/profile.h"
#include "qpu/timing/stall_causes.h"
#include "qpu/timing/trace.h"

namespace quadcl::qpu::timing {

/// Modelled time of one QPU.
struct QpuTime {
  std::uint64_t instructions = 0;
  Ticks started = 0;   ///< its first instruction was issued
  Ticks finished = 0;  ///< its last instruction ended
  StallTimes stalls;
};

/// Modelled time of a job: from its start, with cold caches, to the end of the last QPU and of the DMA
/// operations under way then. Launch costs of the host are not in it.
struct TimeReport {
  Ticks total = 0;
  std::vector<QpuTime> qpus;
  Counters counters{};
  Ticks load_busy = 0, store_busy = 0;  ///< of the DMA engines
  Ticks l2c_busy = 0, sdram_busy = 0;

  std::uint64_t cycles() const { return static_cast<std::uint64_t>((total + kClock - 1) / kClock); }
};

/// How far a QPU is in modelled time.
struct QpuClock {
  Ticks next = 0;                  ///< its next instruction is issued then, as far as is known
  std::optional<Stall> waits_for;  ///< why that is later than right after its last instruction
};
using QpuClocks = std::array<QpuClock, kQpus>;

/// What to watch beside the time; null where not wanted.
struct Instruments {
  TraceRecorder* trace = nullptr;
  Profile* profile = nullptr;
  emulator::Observer* observer = nullptr;  ///< sees the job in the order of modelled time
  emulator::RunControl* control = nullptr;
  QpuClocks* clocks = nullptr;  ///< kept up to date while the job runs
};

/// Runs a job as Machine::run does, in the order of modelled time, and models its time. QPU programs that
/// depend on the order in which QPUs reach a mutex or a semaphore do so as the model says.
emulator::RunOutcome run_timed(emulator::Machine& machine, std::span<const QpuProgram> programs,
                               const emulator::BusMap& memory, std::uint64_t instruction_limit,
                               const Parameters& parameters, TimeReport& report,
                               const Instruments& instruments = {});

}  // namespace quadcl::qpu::timing
