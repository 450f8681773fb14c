// SPDX-License-Identifier: Apache-2.0
// Rows that are stored twice, each time with another number, rows with gaps, and rows from the last to the
// first: what is stored last stays.
// global: 512
// local: 256
// arg: in int 512
// arg: out int 1100
// arg: out int 2200
// arg: out int 600
// arg: value int 500
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void k(global const int* x, global int* twice,
                                                              global int* gaps, global int* back, int n) {
  local int t[256];
  const int l = (int)get_local_id(0), g = (int)get_group_id(0), first = 256 * g;
  t[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int a = t[255 - l], b = t[l ^ 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 2; ++i)
    if (first + l < n) twice[first + l] = a + i * b;
  if (first + l < n) gaps[4 * first + (l & 15) + (l >> 4) * 32] = b - a;
  if (first + l < n) back[first + (l & 15) + (15 - (l >> 4)) * 16] = a ^ b;
}
