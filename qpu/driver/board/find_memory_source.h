// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/result.h"
#include "qpu/driver/board/board.h"
#include "qpu/driver/board/memory_source.h"

namespace quadcl::qpu::board {

/// The first source that the system offers: /dev/vcsm-cma, /dev/vcsm, or the firmware's allocator with
/// /dev/mem. Error: out_of_device_memory, if there is none.
Result<std::unique_ptr<MemorySource>> find_memory_source(std::shared_ptr<const Firmware> firmware,
                                                         const Board& board);

}  // namespace quadcl::qpu::board
