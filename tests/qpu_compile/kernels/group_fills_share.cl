// SPDX-License-Identifier: Apache-2.0
// Work-items store two numbers each, so that rows come as 0, 16, 1, 17 ...: where all work-items of a group
// store, these are one transfer. In the last group, some do not.
// assembly: 0x90104000
// global: 768
// local: 256
// arg: in int 768
// arg: out int 1600
// arg: value int 1300
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void k(global const int* x, global int* z, int n) {
  local int t[512];
  const int l = (int)get_local_id(0), first = 512 * (int)get_group_id(0);
  t[l] = x[get_global_id(0)];
  t[l + 256] = 5 * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int a = t[l ^ 5], b = t[511 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = a - b;
  t[l + 256] = a + b;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < 512; i += 256)
    if (first + i < n) z[first + i] = t[i] + 1;
}
