// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qpu/emulator/engine.h"

namespace quadcl::qpu::emulator {

/// All engines of this build, the fastest last.
std::span<const Engine* const> engines();

/// The fastest engine that this machine can run; without `translates`, the fastest that does not translate.
const Engine& default_engine(bool translates = true);

}  // namespace quadcl::qpu::emulator
