// SPDX-License-Identifier: Apache-2.0
// log: larger ones with local memory in SDRAM
// global: 1024 2
// local: 1024 1
// arg: in int 2048
// arg: out int 2048
// arg: value int 5
// Groups of 64 rows, each of which keeps many values over barriers; some work-items end before.
kernel void k(global const int* x, global int* y, int n) {
  local int shared_numbers[64];
  uint l = get_local_id(0), i = get_global_id(1) * 1024 + l;
  int a = x[i], b = x[i ^ 1], c = a * b, d = a - b, e = 0, f = x[i / 2] * 3, g = x[2047 - i];
  for (int r = 0; r < n; ++r) {
    if (l % 16 == r) shared_numbers[l / 16] = a + c;
    barrier(CLK_LOCAL_MEM_FENCE);
    a += shared_numbers[(l / 16 + r) % 64] ^ b;
    c -= d * r;
    e += f & g;
    barrier(CLK_LOCAL_MEM_FENCE);
    f ^= a;
    g += c;
  }
  y[i] = a ^ b ^ c ^ d ^ e ^ f ^ g;
}
