// SPDX-License-Identifier: Apache-2.0
// Where all work-items of a group store, eight rows are one transfer; in the last group, some do not.
// assembly: 0x84104000
// global: 192
// local: 64
// arg: in int 192
// arg: out int 400
// arg: value int 150
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global const int* x, global int* z, int n) {
  local int t[128];
  const int l = (int)get_local_id(0), first = 128 * (int)get_group_id(0);
  t[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l + 64] = t[l] - t[63 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] += t[l + 64] + t[(l + 17) % 64 + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 128; i += 64)
    if (first + i < 2 * n) z[first + i] = t[i] + t[127 - i];
}
