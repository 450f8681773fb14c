// SPDX-License-Identifier: Apache-2.0
// Stands for a compiled program. The kernel `answer` writes 42 to its buffer, `streams` what the runner says
// of stores past the caches.
#include "core/kernel_abi.h"

extern "C" __attribute__((visibility("default"))) void answer(const void* const* arguments,
                                                              const quadcl_group_context*) {
  **static_cast<int* const*>(arguments[0]) = 42;
}

extern "C" __attribute__((visibility("default"))) void streams(const void* const* arguments,
                                                               const quadcl_group_context* context) {
  **static_cast<int* const*>(arguments[0]) = static_cast<int>(context->streams);
}
