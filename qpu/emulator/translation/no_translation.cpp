// SPDX-License-Identifier: Apache-2.0

// For builds that cannot translate QPU code.

#include "qpu/emulator/translation/translation.h"

namespace quadcl::qpu::emulator {

std::unique_ptr<Translation> Translation::create(HostVectors, VpmMemory&) { return nullptr; }

bool Translation::usable(HostVectors) { return false; }

}  // namespace quadcl::qpu::emulator
