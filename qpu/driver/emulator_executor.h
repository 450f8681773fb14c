// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/result.h"
#include "qpu/driver/executor.h"
#include "qpu/timing/parameters.h"

namespace quadcl::qpu {

/// An executor that emulates the QPUs, with `memory_bytes` of memory for them; `board` is the one whose time
/// is modelled where a job asks for it. Errors: out_of_host_memory, invalid_argument_value.
Result<std::unique_ptr<Executor>> make_emulator_executor(std::uint64_t memory_bytes,
                                                         timing::Board board = timing::Board::zero);

}  // namespace quadcl::qpu
