// SPDX-License-Identifier: Apache-2.0
// Lanes take turns in loops: the kernel has many scattered accesses.
// global: 96 2
// local: 24 2
// arg: in int 192
// arg: out int 192
// arg: value int 5
kernel void k(global const int* x, global int* y, int n) {
  local int t[192];
  local short h[96];
  uint l = get_local_id(1) * 24 + get_local_id(0), i = get_global_id(1) * 96 + get_global_id(0);
  for (uint j = 0; j < 4; ++j) t[(l * 4 + j) ^ (uint)n] = x[i] * (int)j;
  h[95 - 2 * l] = (short)x[i];
  h[94 - 2 * l] = (short)(x[i] >> 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = t[l * 3] - t[l * 2 + 1] + h[(l * 5) % 96];
  if (x[i] > 0) sum ^= t[(uint)x[i] % 192];
  if (x[i] > 9) sum -= t[191 - 3 * l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x[i] > 0) {
    h[(l * 2 + (uint)n) % 96] = (short)sum;
  } else {
    atomic_sub(&t[l * 4], sum);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = sum + h[(l * 2 + (uint)n) % 96] + t[l * 4];
}
