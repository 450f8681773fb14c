// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/v3d.h"

#include <fcntl.h>

namespace quadcl::qpu::board {

V3d::V3d(const Board& board) : memory_("/dev/mem", O_RDWR | O_SYNC) {
  if (memory_.ok()) registers_ = Mapping(memory_, board.v3d(), kV3dBytes);
}

}  // namespace quadcl::qpu::board
