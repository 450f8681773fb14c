// SPDX-License-Identifier: Apache-2.0
// global: 512
// local: 128
// arg: in int 512
// arg: out int 512
kernel void k(global const int* x, global int* y) {
  local int a[2][128];
  int l = get_local_id(0), from = 0;
  a[0][l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int by = 1; by < 128; by <<= 1) {
    a[1 - from][l] = l >= by ? a[from][l] + a[from][l - by] : a[from][l];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[get_global_id(0)] = a[from][l];
}
