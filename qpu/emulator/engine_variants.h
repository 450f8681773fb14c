// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/emulator/engine.h"

// engine_body.h compiled several times, for different instruction sets of the host.
namespace quadcl::qpu::emulator {

namespace baseline {
extern const Engine engine;
}
namespace avx2 {
extern const Engine engine;
}
namespace avx512 {
extern const Engine engine;
}

}  // namespace quadcl::qpu::emulator
