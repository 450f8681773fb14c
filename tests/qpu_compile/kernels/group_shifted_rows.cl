// SPDX-License-Identifier: Apache-2.0
// Neighbours side by side, in two rows of local memory; the last row of a group is not full.
// global: 120
// local: 40
// arg: in int 120
// arg: out int 240
// arg: value int 9
kernel void k(global const int* x, global int* y, int n) {
  local int t[80], u[64];
  uint l = get_local_id(0), i = get_global_id(0);
  t[l] = 1;
  t[l + 40] = 2;
  u[l] = 3;
  if (l < 24) u[l + 40] = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l + (uint)n] = x[i];
  if (x[i] % 3 != 0) t[l + 40 - (uint)n] = x[i] + 1;
  if (l > 36) u[l + 5] = x[i];
  if (l < 3) u[l + 61] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[2 * i] = t[l] ^ u[l];
  y[2 * i + 1] = t[l + 40] + u[l + 24];
}
