// SPDX-License-Identifier: Apache-2.0
// The address space of a generic pointer.
#include "builtins.h"

// Returns QUADCL_ADDRESS_* of core/kernel_abi.h. It changes no memory, so stored values need not be read
// again.
__attribute__((const)) int quadcl_address_space(const void* pointer) OVERLOAD;

OVERLOAD cl_mem_fence_flags get_fence(const void* pointer) {
  const int space = quadcl_address_space(pointer);
  return space == 0 ? 0 : space == 1 ? CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE;
}
OVERLOAD cl_mem_fence_flags get_fence(void* pointer) { return get_fence((const void*)pointer); }

// clang turns to_private, to_global and to_local into these.
private void* __to_private(void* p) { return quadcl_address_space(p) == 0 ? (private void*)p : 0; }
global void* __to_global(void* p) { return quadcl_address_space(p) == 1 ? (global void*)p : 0; }
local void* __to_local(void* p) { return quadcl_address_space(p) == 2 ? (local void*)p : 0; }
