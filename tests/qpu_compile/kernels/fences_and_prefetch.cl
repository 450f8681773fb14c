// SPDX-License-Identifier: Apache-2.0
// global: 64
// arg: in int 80
// arg: out int 128
kernel void k(global const int* a, global int* out) {
  const int i = get_global_id(0);
  prefetch(a + i, 8);
  out[i] = a[i];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  out[i + 64] = a[i + 1];
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
}
