// SPDX-License-Identifier: Apache-2.0
// Rows of local memory begin with rows of work-items, so that each takes one register. Lanes leave the loop
// one after the other.
// assembly: brr -, ra[0-9]+
// global: 128
// local: 64
// arg: in int 128
// arg: out int 128
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global const int* x, global int* y) {
  local int sums[64];
  uint l = get_local_id(0), i = get_global_id(0);
  sums[l] = (int)l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int turn = 0; turn < (x[i] & 3); ++turn) {
    atomic_add(&sums[(uint)(x[i] + turn * 7) % 37], 1 << turn);
    if ((x[i] & 16) != 0) atomic_xor(&sums[40 + (uint)x[i] % 24], turn + 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = sums[l] * 3 + sums[5];
}
