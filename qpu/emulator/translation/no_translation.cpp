// SPDX-License-Identifier: Apache-2.0

// For builds that cannot translate QPU code.

#include "qpu/emulator/translation/create_translation.h"

namespace quadcl::qpu::emulator {

std::unique_ptr<Translation> create_translation(HostVectors, VpmMemory&) { return nullptr; }

bool can_translate(HostVectors) { return false; }

}  // namespace quadcl::qpu::emulator
