// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 128
// local: 32
// arg: in int 128
// arg: out int 128
// A fixed group whose work-items only ask for their global ids and that of the group.
__attribute__((reqd_work_group_size(32, 1, 1)))
kernel void k(global const int* x, global int* y) {
  local int sum[32];
  const uint g = get_global_id(0), l = g % 32;
  sum[l] = x[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[g] = sum[31 - l] + sum[l / 2] * (int)get_group_id(0);
}
