// SPDX-License-Identifier: Apache-2.0
// global: 150
// local: 30
// arg: in int 150
// arg: in int 40
// arg: out int 8
// arg: out uint 5
// What all of them leave behind does not depend on their order.
kernel void k(global const int* x, volatile global int* counts, volatile global int* extremes,
              volatile global uint* sums) {
  local int bins[8];
  int i = get_global_id(0), l = get_local_id(0);
  if (l < 8) bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[x[i] & 7], 1);
  atomic_add(&counts[x[i] & 31], x[i]);
  atomic_max(&extremes[x[i] & 3], x[i]);
  if (x[i] > 0) atomic_min(&extremes[4], x[i]);
  atomic_xor(&extremes[5], x[i]);
  atomic_inc(&sums[0]);
  if (i % 3 == 0) atomic_sub(&sums[1], (uint)i);
  atomic_max(&sums[2], (uint)x[i]);
  atomic_or(&sums[3], 1u << (i & 31));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(&counts[32 + l], bins[l]);
}
