// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/find_memory_source.h"

#include "qpu/driver/board/cma_memory.h"
#include "qpu/driver/board/firmware_memory.h"
#include "qpu/driver/board/vcsm_memory.h"

namespace quadcl::qpu::board {

Result<std::unique_ptr<MemorySource>> find_memory_source(std::shared_ptr<const Firmware> firmware,
                                                         const Board& board) {
  if (auto source = make_cma_memory(board)) return source;
  if (auto source = make_vcsm_memory(firmware)) return source;
  if (auto source = make_firmware_memory(std::move(firmware), board)) return source;
  return Error{ErrorCode::out_of_device_memory,
               "none of /dev/vcsm-cma, /dev/vcsm and /dev/mem can be opened"};
}

}  // namespace quadcl::qpu::board
