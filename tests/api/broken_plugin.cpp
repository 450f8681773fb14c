// SPDX-License-Identifier: Apache-2.0
// Replaces the compiler. Supports no version, and may need a library that the linker does not find.
#include "core/compiler_api.h"

#ifdef QUADCL_TEST_NEEDS_PART
extern "C" int quadcl_test_part();
int needed = quadcl_test_part();
#endif

extern "C" __attribute__((visibility("default"))) const quadcl_compiler* quadcl_compiler_table(
    uint32_t /*version*/) {
  return nullptr;
}
