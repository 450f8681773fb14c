// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/memory.h"
#include "core/result.h"
#include "qpu/driver/board/mailbox.h"
#include "qpu/driver/board/v3d.h"
#include "qpu/driver/executor.h"

namespace quadcl::qpu::board {

/// The end of a job that was started.
struct Launched {
  bool in_time = true;
  std::string last_state;  ///< what the chip shows, if it was not in time
  std::optional<ChipCounters> counters;
};

/// A way to start QPUs. The caller holds the ChipLock. Never tried on a board.
class Launcher {
 public:
  virtual ~Launcher() = default;

  virtual const char* name() const = 0;

  /// Writes what `launch` needs in memory. The caller then makes the ARM's caches clean.
  virtual void prepare(std::span<const QpuProgram> programs) = 0;
  /// Starts the programs with cold caches and waits for their end. Error: out_of_resources, and nothing was
  /// started.
  virtual Result<Launched> launch(std::span<const QpuProgram> programs) = 0;

  /// Whether no program runs; empty if that cannot be seen without touching the chip.
  virtual std::optional<bool> is_idle() const = 0;

  /// How long a job may take, with a margin for wrong estimates.
  virtual std::chrono::milliseconds job_time() const = 0;
};

/// By the firmware, with addresses of programs in `memory`. Error: out_of_device_memory.
Result<std::unique_ptr<Launcher>> make_mailbox_launcher(const Mailbox& mailbox, const Board& board,
                                                        BusMemory& memory);

/// By V3D's registers, which `mailbox` gives power to. A job that has not ended after `patience` is given up.
std::unique_ptr<Launcher> make_register_launcher(const Mailbox& mailbox, V3d v3d,
                                                 std::chrono::milliseconds patience);

}  // namespace quadcl::qpu::board
