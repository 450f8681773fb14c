// SPDX-License-Identifier: Apache-2.0
// Stands for a compiled program: one kernel, which writes 42 to its buffer.
#include "core/kernel_abi.h"

extern "C" __attribute__((visibility("default"))) void answer(const void* const* arguments,
                                                              const quadcl_group_context*) {
  **static_cast<int* const*>(arguments[0]) = 42;
}
