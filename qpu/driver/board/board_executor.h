// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "core/result.h"
#include "qpu/driver/board/diagnosis.h"
#include "qpu/driver/board/time_limits.h"
#include "qpu/driver/executor.h"

namespace quadcl::qpu::board {

struct BoardSettings {
  std::uint64_t memory_bytes = 0;
  std::chrono::milliseconds job_patience = time_limits::kRegisterJob;   ///< the firmware has its own
  std::chrono::milliseconds left_job_patience = time_limits::kLeftJob;  ///< with jobs of processes that died
  std::chrono::milliseconds lock_patience = time_limits::kLock;         ///< with other processes
};

/// An executor for the QPUs of a board, for a view that no reason blocks. Never tried on a board.
/// Errors: out_of_resources, out_of_device_memory.
Result<std::unique_ptr<Executor>> make_board_executor(const SystemView& view, const BoardSettings& settings);

}  // namespace quadcl::qpu::board
