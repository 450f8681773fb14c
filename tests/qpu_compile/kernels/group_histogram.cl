// SPDX-License-Identifier: Apache-2.0
// Counts that depend on data: local memory is in registers. The last row of a group is not full.
// assembly: brr -, ra[0-9]+
// global: 224
// local: 56
// arg: in uchar 777
// arg: out int 1200
// arg: value int 777
kernel void k(global const uchar* x, global int* y, int n) {
  local int bins[256], sums[44];
  uint l = get_local_id(0);
  for (uint i = l; i < 256; i += get_local_size(0)) bins[i] = 0;
  for (uint i = l; i < 44; i += get_local_size(0)) sums[i] = -(int)i;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    atomic_inc(&bins[x[i]]);
    if (x[i] % 3 != 0) atomic_add(&sums[x[i] % 37], x[i] - (int)l);
    else atomic_max(&sums[38 + x[i] % 5], (int)i);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  global int* mine = y + 300 * get_group_id(0);
  for (uint i = l; i < 256; i += get_local_size(0)) mine[i] = bins[i] + sums[3];
  for (uint i = l; i < 44; i += get_local_size(0)) mine[256 + i] = sums[i];
}
