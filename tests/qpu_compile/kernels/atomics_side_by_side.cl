// SPDX-License-Identifier: Apache-2.0
// Atomic operations on words side by side: of full rows, of some lanes, and of rows that are not full.
// global: 150
// local: 50
// arg: in int 150
// arg: out int 150
// arg: out int 64
// arg: out int 152
kernel void k(global const int* x, global int* y, global int* sums, global int* z) {
  local int t[50];
  int l = get_local_id(0), i = get_global_id(0);
  t[l] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sums[l], t[49 - l]);
  if ((x[i] & 3) != 1) atomic_sub(&sums[l + 3], 7);
  for (int j = l; j < 60; j += 50) atomic_inc(&sums[j]);
  int old = atomic_xchg(&z[i], x[i]), same = atomic_cmpxchg(&z[i], x[i], x[i] * 3);
  if (x[i] > 0) old += atomic_max(&z[i], 100);
  y[i] = old + same * 3;
}
