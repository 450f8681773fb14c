// SPDX-License-Identifier: Apache-2.0
// Lines at distances that are arguments: far apart, so near that they overlap, at one place, and beyond what a
// transfer has between rows. Four lines are one transfer where that is possible.
// assembly: 0x82104000
// global: 32 8
// local: 16 8
// arg: in int 256
// arg: out int 512
// arg: out int 64
// arg: out int 32
// arg: out int 120032
// arg: value int 40
// arg: value int 3
// arg: value int 0
// arg: value int 17000
kernel __attribute__((reqd_work_group_size(16, 8, 1))) void k(global const int* x, global int* far,
                                                              global int* near, global int* same,
                                                              global int* further, int a, int b, int c, int d) {
  local int t[8][16];
  const int l = (int)get_local_id(0), m = (int)get_local_id(1), i = (int)get_global_id(0);
  t[m][l] = x[m * 32 + i] + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int sum = t[m][15 - l] + t[7 - m][l];
  far[m * a + i] = sum;
  near[m * b + i] = 7 * (m * b + i);
  same[m * c + i] = i ^ 5;
  further[m * d + i] = sum - m;
}
