// SPDX-License-Identifier: Apache-2.0
// The load comes before the stores to the same place.
// global: 64
// arg: in uchar 400
// arg: in int 50
// arg: value int 2
kernel void k(global uchar* o, global const int* in2, int seed) {
  uint me = get_global_id(0);
  int h = me * 7 + seed;
  for (int i = 0; i < 1; i++) {
    h = h * 31 + (int)vload4(get_global_id(0), o).s3;
    vstore4((uchar4)(seed), get_global_id(0), o);
  }
  ((global uchar4*)o)[get_global_id(0)] = (uchar4)(seed);
  h ^= in2[me % 50];
  ((global uchar4*)o)[get_global_id(0)] = (uchar4)(h);
}
