// SPDX-License-Identifier: Apache-2.0
// The last row of a group has eight work-items: lanes without one do not decide which row of local memory is
// meant.
// assembly: brr -, ra[0-9]+
// global: 120
// local: 40
// arg: in int 120
// arg: out int 240
kernel void k(global const int* x, global int* y) {
  local int h[64], t[87];
  const uint l = get_local_id(0), i = get_global_id(0);
  h[l] = 5 * (int)l;
  if (l < 24) h[l + 40] = 9 - (int)l;
  t[l + 7] = x[i] + 1;
  t[l + 47] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if ((x[i] & 3) != 0) atomic_sub(&h[(uint)x[i] % 64], x[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 17) t[l + 47] = h[l] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  y[2 * i] = h[l + 7] ^ t[l + 47];
  y[2 * i + 1] = h[l] - t[l + 7];
}
