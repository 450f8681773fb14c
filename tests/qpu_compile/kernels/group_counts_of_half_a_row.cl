// SPDX-License-Identifier: Apache-2.0
// Groups of eight work-items: lanes without one do not decide which row of local memory is meant.
// assembly: brr -, ra[0-9]+
// global: 40
// local: 8
// arg: in int 40
// arg: out int 160
kernel void k(global const int* x, global int* y) {
  local int h[48];
  const uint l = get_local_id(0), i = get_global_id(0);
  for (uint e = l; e < 48; e += 8) h[e] = 3 * (int)e;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&h[(uint)x[i] % 48], x[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  y[4 * i] = h[l];
  y[4 * i + 1] = h[l + 7];
  y[4 * i + 2] = h[l + 40];
  if (l > 2) y[4 * i + 3] = h[l + 29];
}
