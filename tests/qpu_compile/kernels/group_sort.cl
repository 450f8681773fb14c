// SPDX-License-Identifier: Apache-2.0
// global: 192
// local: 64
// arg: in int 192
// arg: out int 192
kernel void k(global const int* x, global int* y) {
  local int a[64];
  uint l = get_local_id(0);
  a[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint run = 2; run <= 64; run <<= 1) {
    for (uint by = run >> 1; by > 0; by >>= 1) {
      uint other = l ^ by;
      int mine = a[l], theirs = a[other];
      barrier(CLK_LOCAL_MEM_FENCE);
      bool rises = (l & run) == 0, is_first = l < other;
      a[l] = (rises == is_first) ? min(mine, theirs) : max(mine, theirs);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  y[get_global_id(0)] = a[l];
}
