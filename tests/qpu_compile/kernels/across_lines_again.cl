// SPDX-License-Identifier: Apache-2.0
// Of 45 lines, 32 are stored together, then 32 with 13 new ones among them.
// assembly: 0 if rows may run twice.*0xc00100
// global: 83 45
// offset: 2 1
// arg: in int 3900
// arg: out int 4100
kernel void k(global const int *in, global int *out) {
  const uint x = get_global_id(0), y = get_global_id(1);
  out[x * 48 + y] = in[y * 85 + x - 80] * 3 + y;
}
