// SPDX-License-Identifier: Apache-2.0
// log: instructions
// assembly: VPM rows of a QPU: 32 of 64; constants
// global: 48 32
// local: 16 16
// arg: in int 1536
// arg: out int 1536
// Steps in a tile, whose rows lie in registers.
#define T 16
__attribute__((reqd_work_group_size(T, T, 1)))
kernel void k(global const int* in, global int* out) {
  local int a[2][T][T];
  int x = get_local_id(0), y = get_local_id(1), here = get_global_id(1) * 48 + get_global_id(0), from = 0;
  bool inner = x != 0 && y != 0 && x != T - 1 && y != T - 1;
  a[0][y][x] = a[1][y][x] = in[here];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < 3; ++step) {
    if (inner)
      a[1 - from][y][x] = a[from][y][x] * 3 + a[from][y][x - 1] - 5 * a[from][y][x + 1] + (a[from][y - 1][x] ^ a[from][y + 1][x]);
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[here] = a[from][y][x] + (int)get_group_id(1) + (int)get_local_size(1);
}
