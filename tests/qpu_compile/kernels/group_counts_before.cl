// SPDX-License-Identifier: Apache-2.0
// A row of work-items that begins before local memory, as the first of them access nothing.
// assembly: brr -, ra[0-9]+
// global: 96
// local: 48
// arg: in int 96
// arg: out int 192
kernel void k(global const int* x, global int* y) {
  local int h[50];
  const int l = (int)get_local_id(0), i = (int)get_global_id(0);
  h[l] = l;
  if (l < 2) h[l + 48] = -7;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_xor(&h[(uint)x[i] % 50], x[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  y[2 * i] = h[l] + h[l + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l >= 5) h[l - 5] = 7 * l + x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[2 * i + 1] = h[l];
  if (l >= 13) y[2 * i + 1] -= h[l - 13];
}
