// SPDX-License-Identifier: Apache-2.0
// A number of the group is needed after the division.
// global: 20
// local: 10
// arg: in int 50
// arg: out int 300
kernel void k(global const int* in, global int* o) {
  uint g = get_global_id(0);
  int w = in[g], v = in[3];
  if (v > 1000) {
    w = in[5] & 1;
    v = v * w;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  o[g + 200] = v % ((w & 63) + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[g] = v;
  o[g + 100] = w;
}
