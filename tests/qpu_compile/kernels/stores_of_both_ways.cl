// SPDX-License-Identifier: Apache-2.0
// Both ways store to the same buffer, each at a place of its own.
// global: 64
// arg: out int 500
// arg: value int 0
kernel void k(global int* o, int seed) {
  int h = get_global_id(0) * 7 + seed;
  if (h & 1)
    o[300 + get_global_id(0)] = 84;
  else
    o[100 + get_global_id(0)] = h;
}
