// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 5 of 64; constants
// global: 128
// local: 64
// arg: in int 128
// arg: out int 128
// Places in other orders than those of work-items, in registers.
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global const int* x, global int* y) {
  local int a[64], b[128];
  uint l = get_local_id(0);
  a[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[2 * l + 1] = a[l ^ 5] + 3 * a[63 - l];
  b[126 - 2 * l] = a[l / 2 + 7] - a[(l * 3) & 63];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = b[2 * l] ^ b[2 * l + 1];
  if (sum & 1) a[l ^ 33] = b[l + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[get_global_id(0)] = sum + a[l] + a[21];
}
