// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "qpu/driver/board/v3d.h"

namespace quadcl::qpu::board {

/// What V3D's registers show of programs that have not ended. It only reads registers, and takes some
/// milliseconds. No register is known that has a QPU's program counter (docs/videocore4.md, Launch without
/// firmware). Counters are named if they are on.
std::string describe_last_state(const V3d& v3d);

}  // namespace quadcl::qpu::board
