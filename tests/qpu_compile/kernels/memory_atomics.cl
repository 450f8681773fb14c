// SPDX-License-Identifier: Apache-2.0
// log: with local memory and arrays in SDRAM
// global: 192
// local: 64
// arg: in int 192
// arg: out int 3072
// arg: out int 192
kernel void k(global const int* x, global int* counts, global int* places) {
  local int bins[1024];
  local int total;
  uint l = get_local_id(0), i = get_global_id(0), group = get_group_id(0);
  if (l == 0) total = 5;
  for (uint e = l; e < 1024; e += 64) bins[e] = e & 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[x[i] & 511], x[i]);
  atomic_inc(&bins[x[i] & 3]);
  atomic_add(&total, x[i] & 15);
  if (l & 1) atomic_max(&bins[1000 + (l & 3)], x[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint e = l; e < 1024; e += 64) counts[group * 1024 + e] = bins[e] + total;
  barrier(CLK_LOCAL_MEM_FENCE);
  bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int before = atomic_cmpxchg(&bins[l / 2 * 2 == l ? l : l - 1], 0, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  places[i] = bins[l] * 10 + (l % 2 == 0 ? 0 : before);
}
