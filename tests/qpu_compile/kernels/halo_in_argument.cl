// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 240
// local: 48
// arg: in int 260
// arg: out int 240
// arg: local int 54
// arg: value int 235
// Some work-items fill both ends of a tile whose size the launch decides; a loop reads it.
#define R 3
kernel void k(global const int* in, global int* out, local int* t, int n) {
  int l = get_local_id(0), g = get_global_id(0), s = get_local_size(0);
  t[l + R] = in[g];
  if (l < R) {
    t[l] = g >= R ? in[g - R] : 0;
    t[l + s + R] = g + s < n ? in[g + s] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = -R; i <= R; ++i) sum = sum * 3 + t[l + R + i];
  out[g] = sum;
}
