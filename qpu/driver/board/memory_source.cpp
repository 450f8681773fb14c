// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/memory_source.h"

#include "qpu/driver/board/cma_memory.h"
#include "qpu/driver/board/firmware_memory.h"

namespace quadcl::qpu::board {

Result<std::unique_ptr<MemorySource>> find_memory_source(std::shared_ptr<const Firmware> firmware) {
  if (auto source = make_cma_memory()) return source;
  if (auto source = make_firmware_memory(std::move(firmware))) return source;
  return Error{ErrorCode::out_of_device_memory, "neither /dev/vcsm-cma nor /dev/mem can be opened"};
}

}  // namespace quadcl::qpu::board
