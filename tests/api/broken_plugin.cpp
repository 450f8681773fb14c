// SPDX-License-Identifier: Apache-2.0
// Replaces the compiler, and supports no version.
#include "core/compiler_api.h"

extern "C" __attribute__((visibility("default"))) const quadcl_compiler* quadcl_compiler_table(
    uint32_t /*version*/) {
  return nullptr;
}
