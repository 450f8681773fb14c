// SPDX-License-Identifier: Apache-2.0
// Stands in for the compiler: speaks no version, and may need a library that is not where the linker looks.
#include "core/compiler_api.h"

#ifdef QUADCL_TEST_NEEDS_PART
extern "C" int quadcl_test_part();
int needed = quadcl_test_part();
#endif

extern "C" __attribute__((visibility("default"))) const quadcl_compiler* quadcl_compiler_table(
    uint32_t /*version*/) {
  return nullptr;
}
