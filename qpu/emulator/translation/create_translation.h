// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "qpu/emulator/engine.h"
#include "qpu/emulator/translation/translation.h"
#include "qpu/emulator/vpm_access.h"

namespace quadcl::qpu::emulator {

/// Null if this build or this machine cannot translate.
std::unique_ptr<Translation> create_translation(HostVectors vectors, VpmMemory& vpm);
/// Whether it can.
bool can_translate(HostVectors vectors);

}  // namespace quadcl::qpu::emulator
