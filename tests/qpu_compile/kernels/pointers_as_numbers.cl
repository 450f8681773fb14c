// SPDX-License-Identifier: Apache-2.0
// global: 64
// arg: in int 80
// arg: out int 160
kernel void k(global const int* a, global int* out) {
  const int i = get_global_id(0);
  const uintptr_t place = ((uintptr_t)(a + i) + 7) & ~(uintptr_t)7;
  out[i] = *(global const int*)place;
  *(global int*)((uintptr_t)out + 320 + 4 * i) = (int)(place & 7) + i;
}
