// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/driver/board/board.h"
#include "qpu/driver/board/memory_source.h"

namespace quadcl::qpu::board {

/// Memory of the firmware's allocator, mapped without caches through /dev/mem. Null if /dev/mem cannot be
/// opened.
std::unique_ptr<MemorySource> make_firmware_memory(std::shared_ptr<const Firmware> firmware,
                                                   const Board& board);

/// Unlocks and releases a handle.
void release_firmware_memory(const Mailbox& mailbox, std::uint32_t handle);

}  // namespace quadcl::qpu::board
